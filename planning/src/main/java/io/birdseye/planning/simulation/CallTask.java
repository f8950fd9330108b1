package io.birdseye.planning.simulation;

/** One upstream call: waits for a thread or permit, and holds it until the upstream has answered and the body is read. */
final class CallTask implements Cancellable {

    private final SimulatedRequest request;
    private final int index;
    private final CombineTask group;
    private final double upstreamMs;
    private final double cpuMs;
    private final boolean fails;
    private Cancellable thread = Cancellable.NOTHING;
    private Cancellable step = Cancellable.NOTHING;

    CallTask(SimulatedRequest request, int index, CombineTask group, double upstreamMs, double cpuMs, boolean fails) {
        this.request = request;
        this.index = index;
        this.group = group;
        this.upstreamMs = upstreamMs;
        this.cpuMs = cpuMs;
        this.fails = fails;
    }

    int index() {
        return index;
    }

    CombineTask group() {
        return group;
    }

    void start() {
        SimulatedService service = request.service();
        thread = service.ioPool(index).acquire(() -> step = service.loop.after(upstreamMs, this::answered));
    }

    private void answered() {
        if (fails) {
            request.fail();
            return;
        }
        step = request.service().cores.run(cpuMs, () -> {
            thread.cancel();
            request.fetched(this);
        });
    }

    @Override
    public void cancel() {
        step.cancel();
        thread.cancel();
    }
}
