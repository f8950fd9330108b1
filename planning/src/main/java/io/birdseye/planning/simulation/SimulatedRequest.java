package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.EventLoop.Cancellable;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Durations;
import io.birdseye.model.Topology;
import io.birdseye.scenario.DrawnCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One request on its way; its random times are drawn when it arrives, so equal seeds send equal requests. */
final class SimulatedRequest {

    enum End {
        ANSWERED,
        REFUSED,
        FAILED
    }

    /** A part of the request: its step in progress, and the threads or permits that it waits for or holds. */
    private static class Task {

        private final Deque<Cancellable> threads = new ArrayDeque<>(2);
        Cancellable step = Cancellable.NOTHING;

        void take(Pool pool, Runnable granted) {
            threads.push(pool.acquire(granted));
        }

        void giveBackLast() {
            threads.pop().cancel();
        }

        /** The last one that was taken goes first. */
        void giveBack() {
            threads.forEach(Cancellable::cancel);
        }

        void cancel() {
            step.cancel();
            giveBack();
        }
    }

    /** A chain of calls: holds its thread or permit until its last upstream has answered and the body is read, waits for pools included. */
    private final class CallTask extends Task {

        private final int index = calls.size();
        private final CombineTask group;
        private final RequestWork.Call chain;
        private final @Nullable DrawnCall first;

        CallTask(CombineTask group, RequestWork.Call chain, RandomGenerator random) {
            this.group = group;
            this.chain = chain;
            first = DrawnCall.of(chain.made(), chain.transportMs(), true, random);
        }

        void start() {
            take(service.ioPool(index), () -> make(first));
        }

        private void make(@Nullable DrawnCall call) {
            if (call == null) {
                giveBack();
                fetched(this);
                return;
            }
            CallPolicy.Pool pool = call.call().policy().pool();
            if (pool == null) {
                attempt(call);
                return;
            }
            if (pool.longestWait() != null) {
                step = service.loop.after(Durations.ms(pool.longestWait()), () -> end(End.FAILED));
            }
            take(service.sharedPool(pool), () -> {
                step.cancel();
                attempt(call);
            });
        }

        private void attempt(DrawnCall call) {
            step = service.loop.after(call.ownMs(), () -> {
                if (call.fails()) {
                    end(End.FAILED);
                } else {
                    step = service.cores.run(chain.cpu().applyAsDouble(call.call()), () -> answered(call));
                }
            });
        }

        private void answered(DrawnCall call) {
            if (call.call().policy().pool() != null) {
                giveBackLast();
            }
            make(call.then());
        }
    }

    /** The CPU work of one group: waits for the group's calls, then for a thread, and then shares the cores. */
    private final class CombineTask extends Task {

        private final int index = combinations.size();
        private final double cpuMs;
        private int missing;
        private boolean started;
        private boolean done;

        CombineTask(RequestWork.Group group, RandomGenerator random) {
            cpuMs = group.combineCpu().drawMs(random);
            missing = group.calls().size();
        }

        boolean ready() {
            return missing == 0 && !started;
        }

        void start() {
            started = true;
            if (topology.cpuOnIoThreads()) {
                // The combination holds a thread of the I/O pool while it waits for its turn to use a core.
                take(service.ioPool(0), this::takeCpuThread);
            } else {
                takeCpuThread();
            }
        }

        private void takeCpuThread() {
            take(service.cpuPool(index), () -> step = service.cores.run(cpuMs, () -> {
                done = true;
                giveBack();
                combined(this);
            }));
        }
    }

    private final SimulatedService service;
    private final Topology topology;
    private final BiConsumer<SimulatedRequest, End> ended;
    private final double arrivedMs;
    private final List<CallTask> calls = new ArrayList<>();
    private final List<CombineTask> combinations = new ArrayList<>();
    private Cancellable http = Cancellable.NOTHING;
    private Cancellable deadline = Cancellable.NOTHING;
    private Cancellable ownStep = Cancellable.NOTHING;
    private boolean admitted;
    private boolean over;

    SimulatedRequest(SimulatedService service, RandomGenerator random, BiConsumer<SimulatedRequest, End> ended) {
        this.service = service;
        this.topology = service.model.topology();
        this.ended = ended;
        arrivedMs = service.loop.now();
        for (RequestWork.Group group : service.model.work().groups()) {
            CombineTask combination = new CombineTask(group, random);
            combinations.add(combination);
            group.calls().forEach(call -> calls.add(new CallTask(combination, call, random)));
        }
    }

    double arrivedMs() {
        return arrivedMs;
    }

    void start() {
        service.inside.add(1);
        if (service.http.waiting() > service.model.httpQueue()) {
            end(End.REFUSED);
            return;
        }
        deadline = service.loop.after(service.model.deadlineMs(), () -> end(End.FAILED));
        http = service.http.acquire(() -> ownStep = service.loop.after(0, this::begin));
    }

    private void begin() {
        if (!service.admit()) {
            end(End.REFUSED);
            return;
        }
        admitted = true;
        if (!topology.blocksHttpThread()) {
            http.cancel();
        }
        if (topology.callsInTurn()) {
            calls.getFirst().start();
        } else {
            calls.forEach(CallTask::start);
        }
    }

    private void fetched(CallTask call) {
        boolean groupComplete = --call.group.missing == 0;
        boolean dedicated = !topology.ioPerCall().isEmpty();
        if (!topology.callsInTurn()) {
            if (groupComplete) {
                startCombinable();
            }
        } else if (dedicated && call.index == calls.size() - 1) {
            combinations.getFirst().start();
        } else if (!dedicated && groupComplete) {
            call.group.start();
        } else {
            calls.get(call.index + 1).start();
        }
    }

    private void combined(CombineTask combination) {
        if (combinations.stream().allMatch(each -> each.done)) {
            ownStep = service.loop.after(0, () -> end(End.ANSWERED));
        } else if (topology.callsInTurn() && topology.ioPerCall().isEmpty()) {
            CombineTask next = combinations.get(combination.index + 1);
            calls.stream().filter(call -> call.group == next).findFirst().ifPresent(CallTask::start);
        } else {
            startCombinable();
        }
    }

    /** Starts every group whose calls are answered; if groups combine in turn, only the first one that is not done. */
    private void startCombinable() {
        for (CombineTask next : combinations) {
            if (next.ready()) {
                next.start();
            }
            if (service.model.combinesInTurn() && !next.done) {
                return;
            }
        }
    }

    private void end(End how) {
        if (over) {
            return;
        }
        over = true;
        deadline.cancel();
        ownStep.cancel();
        calls.forEach(Task::cancel);
        combinations.forEach(Task::cancel);
        http.cancel();
        if (admitted) {
            service.release();
        }
        service.inside.add(-1);
        if (how != End.REFUSED) {
            var _ = service.cores.run(service.model.work().backgroundCpuMs(), () -> {});
        }
        ended.accept(this, how);
    }
}
