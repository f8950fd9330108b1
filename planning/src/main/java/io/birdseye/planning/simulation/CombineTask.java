package io.birdseye.planning.simulation;

/** The CPU work of one group: waits for its calls, for a thread, and shares the cores. */
final class CombineTask implements Cancellable {

    private final Request request;
    private final int index;
    private final double cpuMs;
    private int missing;
    private boolean started;
    private boolean done;
    private Cancellable ioThread = Cancellable.NOTHING;
    private Cancellable cpuThread = Cancellable.NOTHING;
    private Cancellable work = Cancellable.NOTHING;

    CombineTask(Request request, int index, double cpuMs) {
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

    /** Tells whether the body that has come was the last one missing. */
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
        Service service = request.service();
        if (service.model.path().topology().cpuOnIoThreads()) {
            // The thread of the pool is held while it waits for its turn to combine.
            ioThread = service.ioPool(0).acquire(this::takeCpuThread);
        } else {
            takeCpuThread();
        }
    }

    private void takeCpuThread() {
        Service service = request.service();
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
