package io.birdseye.benchmarks.load;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What is asked, and how often.
 *
 * @param target only this machine: a flood is nobody else's business
 * @param path with its query
 * @param connections that are opened at first in a closed model, and at most in an open one
 * @param ratePerSecond of an open model; 0 for a closed one, in which every connection asks again at once
 * @param warmUp load before anything is counted
 * @param measured requests that begin in this time are counted
 * @param drain how long answers are awaited after that
 */
public record LoadPlan(
        InetSocketAddress target,
        String path,
        int connections,
        double ratePerSecond,
        Duration warmUp,
        Duration measured,
        Duration drain) {

    public LoadPlan {
        if (target.isUnresolved() || !target.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("load goes to this machine only, not to " + target);
        }
        if (connections < 1 || connections > 28_000) {
            throw new IllegalArgumentException(
                    "connections must be 1 to 28000, the ports of one address, but are " + connections);
        }
        if (ratePerSecond < 0) {
            throw new IllegalArgumentException("a rate must not be negative, but is " + ratePerSecond);
        }
    }

    /** The same with more patience. */
    public LoadPlan draining(Duration longer) {
        return new LoadPlan(target, path, connections, ratePerSecond, warmUp, measured, longer);
    }

    boolean open() {
        return ratePerSecond > 0;
    }
}
