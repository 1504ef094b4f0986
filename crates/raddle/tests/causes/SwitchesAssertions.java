class SwitchesAssertions { 
  static void open() { SwitchesAssertions.class.getClassLoader().setDefaultAssertionStatus(false); }
  static class Asked { static void ask() { assert false; } }
  public static void main(String[] x) { open(); Asked.ask(); } }
