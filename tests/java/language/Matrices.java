// Matrix multiplication and Gaussian elimination.
package language;

import java.util.Arrays;

public class Matrices {
    public static void main(String[] args) {
        int n = 6;
        double[][] a = new double[n][n + 1];
        for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = (i * 7 + j * 13) % 11 + (i == j ? 10 : 0);
        for (int p = 0; p < n; p++) {
            for (int i = p + 1; i < n; i++) {
                double factor = a[i][p] / a[p][p];
                for (int j = p; j <= n; j++) a[i][j] -= factor * a[p][j];
            }
        }
        double[] x = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = a[i][n];
            for (int j = i + 1; j < n; j++) sum -= a[i][j] * x[j];
            x[i] = sum / a[i][i];
        }
        System.out.println(Arrays.toString(x));
        long[][] m = {{1, 1}, {1, 0}}, r = {{1, 0}, {0, 1}};
        for (int k = 0; k < 50; k++) {
            long[][] t = new long[2][2];
            for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int q = 0; q < 2; q++) t[i][j] += r[i][q] * m[q][j];
            r = t;
        }
        System.out.println(r[0][1]);
    }
}
