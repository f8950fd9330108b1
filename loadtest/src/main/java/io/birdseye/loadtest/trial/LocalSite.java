package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.injectors.InStep;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.MemoryPass;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Trials on this machine, one at a time, in processes that this one starts. */
public record LocalSite(Programs programs) implements TrialSite {

    @Override
    public Provenance provenance() throws IOException {
        return programs.provenance();
    }

    @Override
    public int injectors() {
        return programs.injectors().count();
    }

    @Override
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public Runner open(TrialSettings settings, TrialStore store) throws IOException {
        return new LocalRunner(settings, store);
    }

    /**
     * Serves the subject, checks its answer, warms it up, measures it, and ends what it has started. The injector's JVM
     * starts while the answer is checked, to save its start time.
     */
    private final class LocalRunner implements Runner {

        private final TrialSettings settings;
        private final TrialStore store;
        private final TestBed testBed;
        private final AnswerCheck check = new AnswerCheck();
        private int goes;

        LocalRunner(TrialSettings settings, TrialStore store) throws IOException {
            this.settings = settings;
            this.store = store;
            testBed = new TestBed(settings.measurement().seed(), programs, settings.measurement().out());
        }

        @Override
        public List<Trial> run(List<TrialSlot> slots, int lane, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException {
            goes++;
            TrialSlot first = slots.getFirst();
            Consumer<String> tell = what -> phase.accept(first.words() + ": " + what);
            Double before = testBed.isHere() ? MemoryPass.ms() : null;
            try (MeasuredService service = serve(first, tell)) {
                try {
                    List<Measured> measured = measure(service, slots, phase);
                    Floor floor = service.floor(tell);
                    Double memoryMs = testBed.isHere() ? MemoryPass.meanWith(before) : null;
                    return IntStream.range(0, slots.size())
                            .mapToObj(i -> slots.get(i)
                                    .completed(service.budget(), service.topology(), measured.get(i).withMemory(memoryMs))
                                    .with(floor))
                            .toList();
                } catch (TrialFailure e) {
                    return failed(slots, service, explained(service, e));
                }
            } catch (TrialFailure e) {
                return failed(slots, null, e);
            }
        }

        private static TrialFailure explained(MeasuredService service, TrialFailure failure) throws InterruptedException {
            try {
                return service.explained(failure);
            } catch (TrialFailure cause) {
                return cause;
            }
        }

        /** What a service does is the outcome of its trial. Where it serves several at once, none of them has one. */
        private List<Trial> failed(List<TrialSlot> slots, @Nullable MeasuredService service, TrialFailure failure)
                throws TrialFailure {
            if (settings.subject().blocksInOneGo() > 0) {
                throw failure;
            }
            TrialSlot slot = slots.getFirst();
            return List.of(service == null
                    ? slot.failed(failure.reason())
                    : slot.failed(service.budget(), service.topology(), failure.reason()));
        }

        private MeasuredService serve(TrialSlot slot, Consumer<String> tell) throws TrialFailure, InterruptedException {
            tell.accept("starting");
            return switch (settings.subject()) {
                case Served _ -> new StrategyService(settings, slot, testBed, check);
                case StartedService started -> FreshService.start(settings, started, slot, testBed, tell);
                case RunningService running -> ObservedService.running(running);
            };
        }

        private List<Measured> measure(MeasuredService service, List<TrialSlot> slots, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException {
            TrialSlot first = slots.getFirst();
            Path folder = settings.subject().blocksInOneGo() > 0 ? store.unusedFolder(first.block()) : store.emptied(first);
            String log = folder.getFileName().toString();
            try (Injectors injectors = testBed.injectors(log + "-injector", folder)) {
                // They prepare it meanwhile.
                InStep load = injectors.load(settings.subject().plan(settings, service.requests(), slots, goes), folder);
                service.check(folder, what -> phase.accept(first.words() + ": " + what));
                WindowSampler sampler = new WindowSampler(service, injectors, (stage, over) ->
                        phase.accept(slots.get(Math.min(over, slots.size() - 1)).words() + ": " + stage));
                return sampler.run(load, attach(service.pid(), log), settings.load().duration(), folder, store);
            }
        }

        private Optional<ProfiledWindow.Attach> attach(OptionalLong pid, String log) {
            return settings.measurement().profile()
                    .filter(event -> pid.isPresent())
                    .map(event -> testBed.attach(log + "-profiler", pid.getAsLong(), event));
        }

        @Override
        public Calibrated calibrate(Setup setup, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException {
            return new FloorRun(settings, setup, testBed, store.provenance(), programs.home()).run(phase);
        }

        @Override
        public boolean interrupted() {
            return testBed.interrupted();
        }

        @Override
        public void close() {
            testBed.close();
        }
    }
}
