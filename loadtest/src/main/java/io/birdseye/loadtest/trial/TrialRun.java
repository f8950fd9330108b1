package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.injectors.CoordinatedLoad;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.MemoryPass;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the subject, checks its answer, warms it up, measures it, and ends what it has started, for one trial or
 * several in one go. The injector's JVM starts while the answer is checked, to save its start time.
 */
record TrialRun(
        TrialSettings settings, List<TrialSlot> slots, int go, TestBed testBed, TrialStore store, AnswerCheck check,
        Consumer<String> phase) {

    /** Returns a trial for each slot; throws for what programs do only where several are measured in one go. */
    List<Trial> run() throws TrialFailure, IOException, InterruptedException {
        TrialSlot first = slots.getFirst();
        Double before = testBed.isHere() ? MemoryPass.ms() : null;
        try (MeasuredService service = serve(first)) {
            try {
                List<Trial.Measured> measured = warmed(measure(service));
                Floor floor = service.floor(this::tell);
                Double memoryMs = testBed.isHere() ? MemoryPass.meanWith(before) : null;
                return IntStream.range(0, slots.size())
                        .mapToObj(i -> slots.get(i)
                                .completed(service.budget, service.topology, measured.get(i).withMemory(memoryMs))
                                .with(floor))
                        .toList();
            } catch (TrialFailure e) {
                return failed(service, explained(service, e));
            }
        } catch (TrialFailure e) {
            return failed(null, e);
        }
    }

    /** The windows of the slots, with what was measured before them. */
    private List<Trial.Measured> warmed(List<Trial.Measured> all) {
        List<Trial.Measured> before = all.subList(0, all.size() - slots.size());
        List<Trial.Measured> windows = all.subList(before.size(), all.size());
        List<Trial.WarmUpPart> parts = new ArrayList<>();
        double from = 0;
        for (Trial.Measured part : before) {
            if (part.requests() > 0) {
                parts.add(new Trial.WarmUpPart(Math.round(10 * from) / 10.0, part.response().p50Ms(), part.cpuMsPerAnswer()));
            }
            from += part.counts().seconds();
        }
        return parts.isEmpty() ? windows
                : windows.stream().map(window -> window.with(window.course().with(parts))).toList();
    }

    private void tell(String what) {
        phase.accept(slots.getFirst().words() + ": " + what);
    }

    private static TrialFailure explained(MeasuredService service, TrialFailure failure) throws InterruptedException {
        try {
            return service.explained(failure);
        } catch (TrialFailure cause) {
            return cause;
        }
    }

    /** What a service does is the outcome of its trial. Where it serves several at once, none of them has one. */
    private List<Trial> failed(@Nullable MeasuredService service, TrialFailure failure)
            throws TrialFailure {
        if (settings.blocksInOneGo() > 0) {
            throw failure;
        }
        TrialSlot slot = slots.getFirst();
        return List.of(service == null
                ? slot.failed(failure.reason())
                : slot.failed(service.budget, service.topology, failure.reason()));
    }

    private MeasuredService serve(TrialSlot slot) throws TrialFailure, InterruptedException {
        tell("starting");
        return switch (settings.subject()) {
            case Served _ -> new StrategyService(settings, slot, testBed, check);
            case StartedService started -> FreshService.start(settings, started, slot, testBed, this::tell);
            case RunningService running -> ObservedService.running(running);
        };
    }

    private List<Trial.Measured> measure(MeasuredService service) throws TrialFailure, IOException, InterruptedException {
        TrialSlot first = slots.getFirst();
        Path folder = settings.blocksInOneGo() > 0 ? store.unusedFolder(first.block()) : store.emptied(first);
        String log = folder.getFileName().toString();
        try (Injectors injectors = testBed.injectors(log + "-injector", folder)) {
            if (settings.load().search() != null) {
                service.check(folder, this::tell);
                CapacityTrial search = new CapacityTrial(
                        settings, first, service, injectors, folder, store, this::tell);
                return List.of(search.run(settings.load().search()));
            }
            // They prepare it meanwhile.
            RequestPlan plan = settings.subject().plan(settings, service.requests, slots, go).by(settings.engine());
            int before = plan.schedule().windows().size() - slots.size();
            CoordinatedLoad load = injectors.load(plan, folder);
            service.check(folder, this::tell);
            WindowSampler sampler = new WindowSampler(service, injectors, before, (stage, over) ->
                    phase.accept(slots.get(Math.min(over, slots.size() - 1)).words() + ": " + stage));
            return sampler.run(load, attach(service.pid, log), settings.load().duration(), folder, store);
        }
    }

    private Optional<ProfiledWindow.Attach> attach(OptionalLong pid, String log) {
        return settings.measurement().profile()
                .filter(event -> pid.isPresent())
                .map(event -> testBed.attach(log + "-profiler", pid.getAsLong(), event));
    }
}
