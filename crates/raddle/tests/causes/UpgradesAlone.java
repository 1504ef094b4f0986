import java.util.concurrent.locks.*;
class UpgradesAlone {
  public static void main(String[] x) throws Exception { 
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    l.readLock().lock();
    l.writeLock().lock();
  }
}
