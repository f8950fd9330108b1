package io.birdseye.strategy.disruptor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Divides a number of threads among stages. */
final class Shares {

    private Shares() {}

    /**
     * Divides the threads in proportion to the weights, by the method of largest remainders. Every stage gets at least
     * one thread.
     *
     * @return one share for each weight; their sum is {@code threads}, or the number of stages if that is larger
     */
    static List<Integer> of(int threads, List<Integer> weights) {
        int sum = weights.stream().mapToInt(Integer::intValue).sum();
        List<Integer> shares = new ArrayList<>();
        for (int weight : weights) {
            shares.add(Math.max(1, threads * weight / sum));
        }
        List<Integer> byRemainder = IntStream.range(0, weights.size())
                .boxed()
                .sorted(Comparator.comparing(i -> -(threads * weights.get(i) % sum)))
                .toList();
        int left = threads - shares.stream().mapToInt(Integer::intValue).sum();
        for (int i = 0; left > 0; i++, left--) {
            shares.set(byRemainder.get(i % weights.size()), shares.get(byRemainder.get(i % weights.size())) + 1);
        }
        while (left < 0) {
            int largest = IntStream.range(0, shares.size())
                    .boxed()
                    .max(Comparator.comparing(shares::get))
                    .orElseThrow();
            if (shares.get(largest) == 1) {
                break;
            }
            shares.set(largest, shares.get(largest) - 1);
            left++;
        }
        return shares;
    }
}
