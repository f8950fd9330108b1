package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Other programs that keep every core of the machine busy while a comparison runs. */
final class BusyCores implements InjectedFault {

    /** They end by themselves, should nobody be left to end them. */
    private static final String MOST_SECONDS = "300";

    private final Launcher launcher;
    private final List<Program> loops = new ArrayList<>();

    BusyCores(Launcher launcher) {
        this.launcher = launcher;
    }

    @Override
    public void prepare(Path out) throws TrialFailure {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Path log = out.resolveSibling("loop-" + i + ".log");
            loops.add(launcher.start(Launch.logged(
                    "a busy loop", List.of("timeout", MOST_SECONDS, "sh", "-c", "while :; do :; done"), log)));
        }
    }

    @Override
    public Optional<String> strike(ComparisonProcess comparison) {
        return Optional.of(loops.size() + " busy loops");
    }

    @Override
    public void lift(Path out) {
        loops.forEach(Program::close);
        loops.clear();
    }
}
