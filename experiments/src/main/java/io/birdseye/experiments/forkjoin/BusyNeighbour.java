package io.birdseye.experiments.forkjoin;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.ParentProcess;
import java.nio.file.Path;
import java.util.List;

/** Another process that computes on some threads. It ends when this process does, or after two minutes. */
final class BusyNeighbour {

    private static final long MAX_NANOS = 120_000_000_000L;

    private BusyNeighbour() {}

    static Program start(Launcher launcher, int threads) throws TrialFailure {
        List<String> command = JavaProgram.ofThisClassPath(BusyNeighbour.class).command(JavaProgram.thisJava(),
                List.of("-Xmx32m", "-XX:+UseSerialGC"), List.of(String.valueOf(threads)));
        return launcher.start(Launch.logged("busy neighbour", command, Path.of("neighbour.log")));
    }

    /** Its own program. Argument: the number of threads. */
    public static void main(String[] arguments) {
        ParentProcess.endWithParent();
        long start = System.nanoTime();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Thread.ofPlatform().start(() -> {
                double value = 1;
                while (System.nanoTime() - start < MAX_NANOS) {
                    for (int j = 0; j < 1_000_000; j++) {
                        value = Math.sqrt(value + j);
                    }
                }
                System.out.println(value); // so that the JIT does not leave out the loop
            });
        }
    }
}
