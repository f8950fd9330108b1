package io.birdseye.loadtest.light;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadListener.Stage;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.injectors.InjectorEngine.Result;
import io.birdseye.loadtest.injectors.InjectorRun;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Offers the load of a plan by Netty, for a fraction of the CPU time that a general HTTP client takes. On Linux a request of
 * the open model leaves some 0.1 ms after its moment if a core is free, elsewhere within a millisecond. A user of the
 * closed model asks again at once, and 100 ms after an answer that was not right, so that a service that refuses is not
 * flooded. Connections are opened when they are needed, so thousands of users need a warm-up; a wait for one
 * when all are taken is part of the response time.
 */
public final class LightClient implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final long MAX_KEPT_BYTES = 256L << 20;

    /** Half of the cores are for the service; four loops send more than any test bed needs. */
    static final int LOOPS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);

    private final RequestPlan plan;
    private final Schedule schedule;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong keptBytes = new AtomicLong();
    private volatile boolean connected;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;
    private List<LoadSummary> summaries = List.of();

    public LightClient(RequestPlan plan) {
        this.plan = plan;
        this.schedule = plan.schedule();
    }

    /** Requests that waited for their answer at once, at most. */
    public int mostInFlight() {
        return mostInFlight.get();
    }

    /** Offers the whole schedule once, from now on, and waits for the answers: one summary for each measured phase. */
    public List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        Result _ = run(System.nanoTime(), null, listener);
        return summaries;
    }

    /**
     * Offers it from an origin on, a moment of {@link System#nanoTime}.
     *
     * @param folder for the log of each second; null for none
     * @throws IOException if there never was a connection, or the logs could not be written
     */
    public Result run(long origin, @Nullable Path folder, LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        boolean epoll = Epoll.isAvailable();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(
                LOOPS, new DefaultThreadFactory("birdseye-light", true), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        try (InjectorRun run = new InjectorRun(schedule, plan.requestTimeout(), folder, origin)) {
            Bootstrap bootstrap = new Bootstrap()
                    .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    // A reset at the end leaves no port behind that must rest for a minute.
                    .option(ChannelOption.SO_LINGER, 0)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(plan.requestTimeout().toMillis()));
            List<LightLoop> loops = new ArrayList<>();
            for (int i = 0; i < LOOPS; i++) {
                loops.add(new LightLoop(this, run, group.next(), bootstrap, i));
            }
            loops.forEach(LightLoop::start);
            watch(run, loops, listener);
            if (!connected && !ended) {
                throw new IOException("no connection to " + Request.origins(plan.requests()));
            }
            Result result = ended ? run.cut() : run.finish();
            summaries = run.summaries();
            return result;
        } finally {
            boolean _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }

    private void watch(InjectorRun run, List<LightLoop> loops, LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        await(run, 0, Stage.STARTING, listener);
        for (Schedule.Phase phase : schedule.phases()) {
            await(run, phase.startNanos(), Stage.WARMING_UP, listener);
            if (phase.measured() && !ended) {
                listener.measuring();
            }
            await(run, phase.endNanos(), phase.measured() ? Stage.MEASURING : Stage.WARMING_UP, listener);
            if (phase.measured() && !ended) {
                listener.measured();
            }
        }
        loops.forEach(LightLoop::sendNoMore);
        long latest = schedule.window().endNanos() + plan.requestTimeout().plusSeconds(1).toNanos();
        while (!ended && run.now() < latest && !(inFlight.get() == 0 && loops.stream().allMatch(LightLoop::hasSentAll))) {
            look(Stage.LAST_ANSWERS, listener);
            Thread.sleep(1);
        }
    }

    private void await(InjectorRun run, long nanos, Stage stage, LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        for (long left = nanos - run.now(); left > 0 && !ended; left = nanos - run.now()) {
            look(stage, listener);
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
        }
    }

    private void look(Stage stage, LoadListener listener) throws TrialFailure, IOException, InterruptedException {
        Throwable known = failure;
        if (known != null) {
            throw new IOException(known.toString(), known);
        }
        listener.waiting(stage);
    }

    RequestPlan plan() {
        return plan;
    }

    Schedule schedule() {
        return schedule;
    }

    /** Of the next request of the closed model, counted from 0 over all loops. */
    long nextNumber() {
        return schedule.share().global(numbers.getAndIncrement());
    }

    void began() {
        mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    }

    void over() {
        inFlight.decrementAndGet();
    }

    void connected() {
        connected = true;
    }

    void failed(Throwable cause) {
        failure = cause;
    }

    /** Whether the bodies that are kept until their end still leave room for so many bytes more, which then count as kept. */
    boolean keep(long bytes) {
        boolean kept = keptBytes.addAndGet(bytes) <= MAX_KEPT_BYTES;
        keptBytes.addAndGet(kept ? 0 : -bytes);
        return kept;
    }

    /** Ends the load, also while {@link #run} is at work in another thread. */
    @Override
    public void close() {
        ended = true;
    }
}
