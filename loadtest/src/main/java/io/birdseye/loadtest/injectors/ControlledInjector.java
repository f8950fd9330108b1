package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.plan.RequestPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An injector that does what its coordinator says: takes a plan, prepares it, begins at a published moment, and keeps
 * what it has measured. It ends when nobody has asked anything for some time, since its load would disturb the next.
 */
public final class ControlledInjector {

    private static final int ABANDONED = 3;
    private static final long LOOK_MILLIS = 250;

    /** The steps, in their order; {@code FAILED} may follow each. After the last one another plan may come. */
    enum Step {
        IDLE,
        PREPARING,
        READY,
        RUNNING,
        DONE,
        FAILED
    }

    /** Why it has failed, or when it is ready how long before its start it must be told of it. */
    record State(Step step, String reason, long leadMillis) {
        State(Step step, String reason) {
            this(step, reason, 0);
        }
    }

    private final ControlSettings settings;
    private final InjectorClock clock;
    private final ControlEndpoint endpoint;
    private final Thread working;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long lastHeardNanos = System.nanoTime();
    private State state = new State(Step.IDLE, "");
    private @Nullable RequestPlan plan;
    private @Nullable Long startNanos;
    private InjectorEngine.@Nullable Result result;

    /** @throws IOException if the address cannot be bound, or the folder not be made */
    public ControlledInjector(ControlSettings settings, InjectorEngine engine) throws IOException {
        this.settings = settings;
        clock = new InjectorClock(settings.clockAhead());
        Files.createDirectories(settings.folder());
        endpoint = new ControlEndpoint(settings, this);
        working = Thread.ofPlatform().name("birdseye-injector").daemon().start(() -> work(engine));
    }

    /** Serves one plan after the other until it is told to end (0) or abandoned (3); says when and where it listens. */
    public static int serve(ControlSettings settings, InjectorEngine engine) throws IOException, InterruptedException {
        ControlledInjector injector = new ControlledInjector(settings, engine);
        System.out.println("injector ready on " + injector.address());
        return injector.awaitEnd();
    }

    public URI address() {
        return endpoint.address();
    }

    private void work(InjectorEngine engine) {
        try {
            while (true) {
                RequestPlan next = awaitPlan();
                try {
                    InjectorEngine.Result measured = engine.run(next, () -> awaitStart(engine.lead(next)), settings.folder());
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

    public int awaitEnd() throws InterruptedException {
        try (endpoint) {
            while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                Duration silence = Duration.ofNanos(System.nanoTime() - lastHeardNanos);
                boolean idle = state().step() == Step.IDLE;
                if (silence.compareTo(idle ? settings.idle() : settings.lease()) > 0) {
                    System.err.println("injector: " + (idle ? "nobody has given it a plan" : "its coordinator has asked nothing")
                            + " for " + silence.toSeconds() + " s");
                    return ABANDONED;
                }
            }
            return 0;
        } finally {
            working.interrupt();
        }
    }

    private synchronized RequestPlan awaitPlan() throws InterruptedException {
        while (plan == null) {
            wait();
        }
        RequestPlan next = plan;
        plan = null;
        return next;
    }

    private synchronized long awaitStart(Duration lead) throws InterruptedException {
        state = new State(Step.READY, "", lead.toMillis());
        while (startNanos == null) {
            wait();
        }
        state = new State(Step.RUNNING, "");
        return clock.nanoTime(startNanos);
    }

    private synchronized void change(Step step, String reason, InjectorEngine.@Nullable Result measured) {
        result = measured;
        state = new State(step, reason);
    }

    /** Takes a plan, unless it is busy with another one. */
    synchronized boolean accept(RequestPlan next) {
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

    synchronized State state() {
        return state;
    }

    /** Null while the load is not over. */
    synchronized InjectorEngine.@Nullable Result result() {
        return result;
    }

    Path folder() {
        return settings.folder();
    }

    InjectorClock clock() {
        return clock;
    }

    void heard() {
        lastHeardNanos = System.nanoTime();
    }

    void end() {
        ended.countDown();
    }
}
