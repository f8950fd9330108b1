package io.birdseye.planning.simulation;

/** The CPU work of one group: waits for the group's calls, then for a thread, and then shares the cores. */
final class CombineTask implements Cancellable {

    private final SimulatedRequest request;
    private final int index;
    private final double cpuMs;
    private int missing;
    private boolean started;
    private boolean done;
    private Cancellable ioThread = Cancellable.NOTHING;
    private Cancellable cpuThread = Cancellable.NOTHING;
    private Cancellable work = Cancellable.NOTHING;

    CombineTask(SimulatedRequest request, int index, double cpuMs) {
        this.request = request;
        this.index = index;
        this.cpuMs = cpuMs;
    }

    int index() {
        return index;
    }

    void expectOneMore() {
        missing++;
    }

    /** Counts one answered call, and tells whether it was the last one. */
    boolean oneArrived() {
        return --missing == 0;
    }

    boolean ready() {
        return missing == 0 && !started;
    }

    boolean done() {
        return done;
    }

    void start() {
        started = true;
        SimulatedService service = request.service();
        if (service.model.path().topology().cpuOnIoThreads()) {
            // The combination holds a thread of the I/O pool while it waits for its turn to use a core.
            ioThread = service.ioPool(0).acquire(this::takeCpuThread);
        } else {
            takeCpuThread();
        }
    }

    private void takeCpuThread() {
        SimulatedService service = request.service();
        cpuThread = service.cpuPool(index).acquire(() -> work = service.cores.run(cpuMs, this::end));
    }

    private void end() {
        done = true;
        cpuThread.cancel();
        ioThread.cancel();
        request.combined(this);
    }

    @Override
    public void cancel() {
        work.cancel();
        cpuThread.cancel();
        ioThread.cancel();
    }
}
