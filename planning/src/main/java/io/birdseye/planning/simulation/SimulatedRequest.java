package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * One request on its way through the service.
 *
 * <p>All its random times are drawn when it arrives. So two simulations with the same seed send the same requests, and
 * their results differ only by the difference between the services.
 */
final class SimulatedRequest {

    /** How a request ended. */
    enum End {
        ANSWERED,
        REFUSED,
        FAILED
    }

    private final SimulatedService service;
    private final BiConsumer<SimulatedRequest, End> ended;
    private final double arrivedMs;
    private final List<CallTask> calls = new ArrayList<>();
    private final List<CombineTask> combinations = new ArrayList<>();
    private final boolean callsInTurn;
    private final boolean combinesInTurn;
    private Cancellable http = Cancellable.NOTHING;
    private Cancellable deadline = Cancellable.NOTHING;
    private Cancellable ownCpu = Cancellable.NOTHING;
    private boolean admitted;
    private boolean over;

    SimulatedRequest(SimulatedService service, RandomGenerator random, BiConsumer<SimulatedRequest, End> ended) {
        this.service = service;
        this.ended = ended;
        arrivedMs = service.loop.now();
        callsInTurn = service.model.path().topology().callsInTurn();
        combinesInTurn = service.model.path().combinesInTurn();
        List<Group> groups = service.model.work().groups();
        for (int g = 0; g < groups.size(); g++) {
            CombineTask combination =
                    new CombineTask(this, g, groups.get(g).combineCpu().drawMs(random));
            combinations.add(combination);
            for (Call call : groups.get(g).calls()) {
                boolean fails = random.nextDouble() < call.failureRate();
                calls.add(new CallTask(
                        this, calls.size(), combination, call.upstream().drawMs(random), call.cpuMs(), fails));
                combination.expectOneMore();
            }
        }
    }

    SimulatedService service() {
        return service;
    }

    double arrivedMs() {
        return arrivedMs;
    }

    void start() {
        service.entered();
        if (service.http.waiting() > service.model.httpQueue()) {
            end(End.REFUSED);
            return;
        }
        deadline = service.loop.after(service.model.deadlineMs(), () -> end(End.FAILED));
        http = service.http.acquire(() ->
                ownCpu = service.cores.run(service.model.work().requestCpuMs() / 2, this::begin));
    }

    private void begin() {
        if (!service.admit()) {
            end(End.REFUSED);
            return;
        }
        admitted = true;
        if (!service.model.path().topology().blocksHttpThread()) {
            http.cancel();
        }
        if (callsInTurn) {
            calls.getFirst().start();
        } else {
            List.copyOf(calls).forEach(CallTask::start);
        }
    }

    void fetched(CallTask call) {
        boolean groupComplete = call.group().oneArrived();
        boolean dedicated = !service.model.path().topology().ioPerCall().isEmpty();
        if (callsInTurn) {
            boolean last = call.index() == calls.size() - 1;
            if (dedicated && last) {
                combinations.getFirst().start();
            } else if (!dedicated && groupComplete) {
                call.group().start();
            } else {
                calls.get(call.index() + 1).start();
            }
        } else if (groupComplete) {
            startCombinable();
        }
    }

    void combined(CombineTask combination) {
        if (combinations.stream().allMatch(CombineTask::done)) {
            ownCpu = service.cores.run(service.model.work().requestCpuMs() / 2, () -> end(End.ANSWERED));
        } else if (callsInTurn && service.model.path().topology().ioPerCall().isEmpty()) {
            calls.stream()
                    .filter(call -> call.group().index() == combination.index() + 1)
                    .findFirst()
                    .ifPresent(CallTask::start);
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
            if (combinesInTurn && !next.done()) {
                return;
            }
        }
    }

    /** Ends the request as failed because one of its calls did; its other tasks are cancelled. */
    void fail() {
        end(End.FAILED);
    }

    private void end(End how) {
        if (over) {
            return;
        }
        over = true;
        deadline.cancel();
        ownCpu.cancel();
        calls.forEach(CallTask::cancel);
        combinations.forEach(CombineTask::cancel);
        http.cancel();
        if (admitted) {
            service.release();
        }
        service.left();
        if (how != End.REFUSED) {
            var _ = service.cores.run(service.model.work().backgroundCpuMs(), () -> {});
        }
        ended.accept(this, how);
    }
}
