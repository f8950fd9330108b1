package io.birdseye.planning.simulation;

import io.birdseye.model.Topology;

/**
 * Which threads a request passes through, and in which order.
 *
 * @param combinesInTurn whether the combinations of one request follow one another
 */
public record RequestPath(Topology topology, boolean combinesInTurn) {

    /**
     * What a topology says of the path. Where the HTTP thread is held, it is the one that combines, one group after the
     * other, as the published strategies do; {@link #RequestPath} itself takes a strategy that does otherwise.
     */
    public static RequestPath of(Topology topology) {
        return new RequestPath(
                topology, topology.callsInTurn() || (topology.blocksHttpThread() && !topology.cpuOnIoThreads()));
    }
}
