package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.injectors.InjectorState.Step;
import io.birdseye.loadtest.plan.TargetPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An injector that does what its coordinator says: it takes a plan, prepares it, begins at a published moment, and keeps
 * what it has measured until it is asked for it. It ends when it is told to, and by itself when nobody has asked
 * anything for some time: what is left of a measurement whose coordinator is gone would disturb the next one.
 */
public final class ControlledInjector {

    private static final int ABANDONED = 3;
    private static final long LOOK_MILLIS = 250;

    private final ControlSettings settings;
    private final InjectorClock clock;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long lastHeardNanos = System.nanoTime();
    private InjectorState state = new InjectorState(Step.IDLE, "");
    private @Nullable TargetPlan plan;
    private @Nullable Long startNanos;
    private @Nullable InjectorResult result;

    private ControlledInjector(ControlSettings settings) {
        this.settings = settings;
        clock = new InjectorClock(settings.clockAhead());
    }

    /**
     * Serves one plan after the other until it is told to end, or abandoned. Prints
     * {@code injector ready on http://127.0.0.1:7400} when it listens.
     *
     * @return the exit code of the process: 0, or 3 if it was abandoned
     * @throws IOException if the address cannot be bound, or the folder not be made
     */
    public static int serve(ControlSettings settings, InjectorEngine engine) throws IOException, InterruptedException {
        Files.createDirectories(settings.folder());
        ControlledInjector injector = new ControlledInjector(settings);
        try (ControlEndpoint endpoint = new ControlEndpoint(settings, injector)) {
            System.out.println("injector ready on " + endpoint.address());
            Thread working = Thread.ofPlatform().name("birdseye-injector").daemon().start(() -> injector.work(engine));
            return injector.awaitEnd(working);
        }
    }

    private void work(InjectorEngine engine) {
        try {
            while (true) {
                TargetPlan next = awaitPlan();
                try {
                    InjectorResult measured = engine.run(next, () -> awaitStart(engine.lead(next)), settings.folder());
                    change(Step.DONE, "", measured);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception | Error e) {
                    change(Step.FAILED, e.getMessage() == null ? e.toString() : e.getMessage(), null);
                }
            }
        } catch (InterruptedException e) {
            // It is being ended.
            Thread.currentThread().interrupt();
        }
    }

    private int awaitEnd(Thread working) throws InterruptedException {
        while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            Duration silence = Duration.ofNanos(System.nanoTime() - lastHeardNanos);
            boolean idle = state().step() == Step.IDLE;
            if (silence.compareTo(idle ? settings.idle() : settings.lease()) > 0) {
                System.err.println(idle
                        ? "injector: nobody has given it a plan for " + silence.toSeconds() + " s"
                        : "injector: its coordinator has asked nothing for " + silence.toSeconds() + " s");
                return ABANDONED;
            }
        }
        working.interrupt();
        return 0;
    }

    private synchronized TargetPlan awaitPlan() throws InterruptedException {
        while (plan == null) {
            wait();
        }
        TargetPlan next = plan;
        plan = null;
        return next;
    }

    private synchronized long awaitStart(Duration lead) throws InterruptedException {
        state = new InjectorState(Step.READY, "", lead.toMillis());
        while (startNanos == null) {
            wait();
        }
        state = new InjectorState(Step.RUNNING, "");
        return clock.nanoTime(startNanos);
    }

    private synchronized void change(Step step, String reason, @Nullable InjectorResult measured) {
        result = measured;
        state = new InjectorState(step, reason);
    }

    /** Takes a plan, unless it is busy with another one. */
    synchronized boolean accept(TargetPlan next) {
        if (state.step() == Step.PREPARING || state.step() == Step.READY || state.step() == Step.RUNNING) {
            return false;
        }
        plan = next;
        startNanos = null;
        change(Step.PREPARING, "", null);
        notifyAll();
        return true;
    }

    /** @param epochNanos the origin of the schedule, by this injector's clock */
    synchronized boolean start(long epochNanos) {
        if (state.step() != Step.READY || startNanos != null || epochNanos <= clock.epochNanos()) {
            return false;
        }
        startNanos = epochNanos;
        notifyAll();
        return true;
    }

    synchronized InjectorState state() {
        return state;
    }

    /** Null while the load is not over. */
    synchronized @Nullable InjectorResult result() {
        return result;
    }

    Path folder() {
        return settings.folder();
    }

    InjectorClock clock() {
        return clock;
    }

    /** The coordinator has asked for something. */
    void heard() {
        lastHeardNanos = System.nanoTime();
    }

    void end() {
        ended.countDown();
    }
}
