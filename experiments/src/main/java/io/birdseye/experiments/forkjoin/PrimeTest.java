package io.birdseye.experiments.forkjoin;

import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Tests a number by dividing it by everything up to its root, even numbers too: as the article does, to have work to
 * share. Every task takes its part of the divisors to the end, so each way to run it does the same divisions.
 */
final class PrimeTest {

    private PrimeTest() {}

    /** @param tasks into how many parts the divisors are cut */
    static boolean isPrime(long number, Workers workers, int threads, int tasks)
            throws InterruptedException, ExecutionException {
        if (number < 2) {
            return false;
        }
        long first = 2;
        long last = root(number);
        long all = Math.max(0, last - first + 1);
        List<Integer> found = workers.run(threads, tasks, task ->
                divisors(number, first + all * task / tasks, first + all * (task + 1) / tasks));
        return found.stream().allMatch(count -> count == 0);
    }

    /** How many numbers from {@code from} up to but not including {@code to} divide it. */
    private static int divisors(long number, long from, long to) {
        int count = 0;
        for (long divisor = from; divisor < to; divisor++) {
            if (number % divisor == 0) {
                count++;
            }
        }
        return count;
    }

    /** The largest integer whose square is not larger than the number. */
    static long root(long number) {
        long root = (long) Math.sqrt((double) number);
        while (root > number / root) {
            root--;
        }
        while (root + 1 <= number / (root + 1)) {
            root++;
        }
        return root;
    }
}
