// Calls through a class hierarchy, and through super.
public class VirtualCalls {
    abstract static class Shape {
        abstract int area(int scale);

        int twice(int scale) {
            return area(scale) + area(scale + 1);
        }
    }

    static class Square extends Shape {
        @Override
        int area(int scale) {
            return scale * scale;
        }
    }

    static class Strip extends Shape {
        @Override
        int area(int scale) {
            return scale;
        }

        @Override
        int twice(int scale) {
            return super.twice(scale) - 1;
        }
    }

    static class Dot extends Square {
        @Override
        int area(int scale) {
            return 1;
        }
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(), new Strip(), new Dot()};
        int sum = 0;
        for (int i = 0; i < 3_000_000; i++) sum += shapes[i % 3].twice(i & 7);
        System.out.println(sum + " " + fibonacci(29));
    }
}
