import java.util.concurrent.locks.*;
class ReentrantLocks {
  static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
  static void inner() { a.lock(); a.unlock(); }
  static void one() { a.lock(); 
      inner();
      b.lock(); b.unlock(); a.unlock(); }
  static void two() { b.lock();
      a.lock(); a.unlock(); b.unlock(); }
  public static void main(String[] x) { new Thread(ReentrantLocks::one, "one").start(); new Thread(ReentrantLocks::two, "two").start(); }
}
