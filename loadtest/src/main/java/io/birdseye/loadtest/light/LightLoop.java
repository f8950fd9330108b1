package io.birdseye.loadtest.light;

import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.injectors.InjectorRun;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One event loop of a {@link LightClient}, with its part of the requests or users; all but its start runs on that loop. */
final class LightLoop {

    private static final Duration REST = Duration.ofMillis(100);
    private static final long SWEEP_MILLIS = 20;

    /** After so many requests in turn that are late, answers are read. */
    private static final int MAX_IN_TURN = 64;

    private final LightClient client;
    private final InjectorRun run;
    private final Schedule schedule;
    private final EventLoop loop;
    private final List<RequestBytes> requests = new ArrayList<>();

    /** For each request; those to one origin share theirs. */
    private final List<Connections> connections = new ArrayList<>();

    private final int number;

    /** In the order in which their time is over. */
    private final Deque<LightRequest> sent = new ArrayDeque<>();

    private final long timeoutNanos;
    private long next;
    private volatile boolean sentAll;

    LightLoop(LightClient client, InjectorRun run, EventLoop loop, Bootstrap bootstrap, int number) {
        this.client = client;
        this.run = run;
        this.loop = loop;
        this.number = number;
        schedule = client.schedule();
        timeoutNanos = client.plan().requestTimeout().toNanos();
        int most = Math.max(1, Math.ceilDiv(client.plan().lightConnections(), client.plan().share().count() * LightClient.LOOPS));
        Map<URI, Connections> byOrigin = new HashMap<>();
        client.plan().requests().forEach(request -> {
            requests.add(new RequestBytes(request, client.plan().seed()));
            connections.add(byOrigin.computeIfAbsent(
                    request.origin(), origin -> new Connections(this, bootstrap.clone().group(loop), origin, most)));
        });
    }

    void start() {
        var _ = loop.scheduleWithFixedDelay(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        if (schedule.open()) {
            next = number;
            at(run.now(), this::sendDue);
            return;
        }
        for (int user = number; user < schedule.users(); user += LightClient.LOOPS) {
            at(run.now(), () -> free(Duration.ZERO));
        }
        sentAll = true;
    }

    private void at(long nanos, Runnable task) {
        loop.schedule(task, Math.max(0, nanos - run.now()), TimeUnit.NANOSECONDS).addListener(done -> {
            if (!done.isSuccess() && !done.isCancelled()) {
                client.failed(done.cause());
            }
        });
    }

    private void sendDue() {
        for (int i = 0; i < MAX_IN_TURN && next < schedule.requests(); i++) {
            Schedule.Arrival arrival = schedule.arrival(next);
            if (arrival.dueNanos() > run.now()) {
                at(arrival.dueNanos(), this::sendDue);
                return;
            }
            offer(RequestTiming.due(arrival.phase(), arrival.dueNanos()), arrival.phase().variant(), schedule.share().global(next));
            next += LightClient.LOOPS;
        }
        sentAll = next >= schedule.requests();
        if (!sentAll) {
            at(run.now(), this::sendDue);
        }
    }

    /** A user of the closed model asks again, unless the window is over by then. */
    private void free(Duration rest) {
        RequestTiming timing = run.free(rest, Duration.ZERO);
        if (run.stillRunning(timing)) {
            at(timing.dueNanos(), () -> offer(timing, run.variant(timing), client.nextNumber()));
        }
    }

    private void offer(RequestTiming timing, int variant, long number) {
        Connections owner = connections.get(variant);
        owner.offer(new LightRequest(client, owner, requests.get(variant), number, timing));
    }

    /** It goes out now, or as soon as the connection is there that is opened for it. */
    void begins(LightRequest asked) {
        asked.timing = run.send(asked.timing);
        sent.add(asked);
        client.began();
    }

    /** Its time is over: there is an answer, or an error. */
    void ended(LightRequest asked, @Nullable String error) {
        client.over();
        run.end(asked.timing, error, asked.path());
        if (!schedule.open()) {
            free(error == null ? Duration.ZERO : REST);
        }
    }

    void connected() {
        client.connected();
    }

    private void sweep() {
        long latest = run.now() - timeoutNanos;
        for (LightRequest first = sent.peek(); first != null && (first.isOver() || first.timing.sentNanos() < latest); first = sent.peek()) {
            sent.remove();
            first.owner.giveUp(first);
        }
    }

    /** What still waits for a free connection is not sent. */
    void sendNoMore() {
        loop.execute(() -> connections.forEach(Connections::sendNoMore));
    }

    boolean hasSentAll() {
        return sentAll;
    }
}
