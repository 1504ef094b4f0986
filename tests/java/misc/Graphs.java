// Shortest paths, topological order, components.
package misc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

public class Graphs {
    record Edge(int to, int weight) {}
    public static void main(String[] args) {
        int n = 50;
        List<List<Edge>> graph = new ArrayList<>();
        for (int i = 0; i < n; i++) graph.add(new ArrayList<>());
        for (int i = 0; i < n; i++) for (int k = 1; k <= 3; k++) graph.get(i).add(new Edge((i * 7 + k * 11) % n, (i * k) % 13 + 1));
        int[] distance = new int[n];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[0] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> a[1] - b[1]);
        queue.add(new int[] {0, 0});
        while (!queue.isEmpty()) {
            int[] next = queue.poll();
            if (next[1] > distance[next[0]]) continue;
            for (Edge edge : graph.get(next[0])) {
                int d = next[1] + edge.weight();
                if (d < distance[edge.to()]) { distance[edge.to()] = d; queue.add(new int[] {edge.to(), d}); }
            }
        }
        System.out.println(Arrays.toString(distance));
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) parent[i] = i;
        for (int i = 0; i + 5 < n; i++) parent[find(parent, i)] = find(parent, i + 5);
        System.out.println(Arrays.stream(parent).map(x -> find(parent, x)).distinct().count());
    }
    static int find(int[] parent, int x) { return parent[x] == x ? x : (parent[x] = find(parent, parent[x])); }
}
