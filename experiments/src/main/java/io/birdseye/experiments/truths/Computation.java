package io.birdseye.experiments.truths;

import java.util.concurrent.ThreadLocalRandom;

/** The article's computation: roots, sines and logarithms of random numbers. */
final class Computation {

    private Computation() {}

    /** Where the random numbers come from. */
    enum Randoms {
        /** {@code Math.random()}: one generator for all threads of the process. */
        SHARED {
            @Override
            double next() {
                return Math.random();
            }
        },
        /** A generator for each thread. */
        LOCAL {
            @Override
            double next() {
                return ThreadLocalRandom.current().nextDouble();
            }
        };

        /** From 0 to 1. */
        abstract double next();
    }

    /** Returns something that depends on all the work. */
    static double run(int loops, Randoms randoms) {
        double result = 0;
        for (int i = 0; i < loops; i++) {
            result += Math.sqrt(randoms.next() * i + 1);
            result += Math.sin(result);
            result += Math.log(Math.abs(result) + 1);
        }
        return result;
    }
}
