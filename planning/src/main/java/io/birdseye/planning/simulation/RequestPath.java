package io.birdseye.planning.simulation;

import io.birdseye.model.Topology;

/**
 * The threads that a request passes through, and their order.
 *
 * @param combinesInTurn whether the combinations of one request run one after the other
 */
public record RequestPath(Topology topology, boolean combinesInTurn) {

    /**
     * The path that follows from a topology. If the request holds its HTTP thread, that thread combines one group after
     * the other, as the published strategies do. For a strategy that combines in another way, use the constructor.
     */
    public static RequestPath of(Topology topology) {
        return new RequestPath(
                topology, topology.callsInTurn() || (topology.blocksHttpThread() && !topology.cpuOnIoThreads()));
    }
}
