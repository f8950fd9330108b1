package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * All situations of a campaign, as far as this machine allows them.
 *
 * @param undisturbed says over which time faults are spread, and where limits begin to matter
 * @param launcher ends what a fault has started
 */
record Situations(CampaignPlan plan, Programs programs, Undisturbed undisturbed, Launcher launcher) {

    private static final Duration FREEZE = Duration.ofSeconds(3);

    /** What a process killed by the system, and one ended by SIGTERM, exits with. */
    private static final int KILLED = 137;

    private static final int TERMINATED = 143;
    private static final String NO_PRLIMIT = "there is no command prlimit here";

    /** Below it not even the start script runs. */
    private static final int LEAST_THREADS = 24;

    private static final int LEAST_DESCRIPTORS = 32;
    private static final int LEAST_BYTES = 8 << 10;

    List<Situation> all() throws InterruptedException {
        return List.of(
                kill("the command", "", "died").endingWith(KILLED),
                kill("the service", programs.service().mainClass(), "service (died|was killed)"),
                kill("mock-api", programs.mockApi().mainClass(), "mock-api died"),
                kill("the injector", programs.injector().mainClass(), "injector died"),
                Situation.of("SIGTERM to the command", "at a random moment, as by Ctrl-C or an orchestrator",
                                "interrupted", plan.others(), signal("TERM", "", Duration.ZERO))
                        .endingWith(TERMINATED),
                disk(),
                descriptors(),
                threads(),
                freeze("the service", programs.service()),
                freeze("mock-api", programs.mockApi()),
                Situation.of("busy cores", "a busy loop of another program on each core",
                                "other programs took", plan.others(), random -> new BusyCores(launcher))
                        .noticedWhereQuiet());
    }

    private Situation kill(String who, String mainClass, String cause) {
        return Situation.of("kill -9 of " + who, "at a random moment", cause, plan.kills(),
                signal("KILL", mainClass, Duration.ZERO));
    }

    private Situation freeze(String who, JavaProgram program) {
        return Situation.of("frozen " + who.replace("the ", ""),
                "SIGSTOP at a random moment, SIGCONT " + FREEZE.toSeconds() + " s later",
                "stood still|start lag|were off",
                plan.others(), signal("STOP", program.mainClass(), FREEZE));
    }

    /** Spread over the time of the undisturbed comparison, but for its very beginning and end. */
    private Function<Random, InjectedFault> signal(String name, String mainClass, Duration frozen) {
        double seconds = undisturbed.time().toMillis() / 1e3;
        return random -> {
            double moment = seconds * (0.02 + 0.9 * random.nextDouble());
            return new SignalFault(name, mainClass, Duration.ofMillis(Math.round(1e3 * moment)), frozen);
        };
    }

    /** From a tenth to nine tenths of what the results take. */
    private Situation disk() throws InterruptedException {
        String cause = "disk (of .* )?is full|no space left|file too large";
        Function<Random, Long> size = random ->
                Math.max(LEAST_BYTES, Math.round(undisturbed.bytes() * (0.1 + 0.8 * random.nextDouble())));
        if (SmallDisk.possible()) {
            return Situation.of("full disk", "the results lie in a tmpfs that is too small for them", cause,
                    plan.others(), random -> new SmallDisk(size.apply(random)));
        }
        // A file is at most a part of the whole.
        return Situation.of("full disk", "a limit for the size of each file (prlimit --fsize), since mounting a small"
                                + " file system is not allowed here", cause, plan.others(),
                        random -> InjectedFault.limit("--fsize", Math.max(LEAST_BYTES, size.apply(random) / 4), "bytes a file"))
                .impossible(possible());
    }

    private Situation descriptors() throws InterruptedException {
        return Situation.of("few descriptors",
                        "a limit for each process (prlimit --nofile), about what the largest needs",
                        "too many open files|files open at once|descriptor", plan.others(),
                        random -> InjectedFault.limit("--nofile",
                                Math.max(LEAST_DESCRIPTORS, Math.round(undisturbed.descriptors() * share(random))),
                                "descriptors"))
                .withErrors()
                .impossible(possible());
    }

    private Situation threads() throws InterruptedException {
        String cause = "thread|process|resource temporarily unavailable|out of system resources";
        Function<Random, Integer> most = random ->
                (int) Math.max(LEAST_THREADS, Math.round(undisturbed.threads() * share(random)));
        Optional<Path> parent = PidsGroup.parent();
        if (parent.isPresent()) {
            Path group = parent.get().resolve("birdseye-" + ProcessHandle.current().pid());
            return Situation.of("few threads", "a control group that bounds processes and threads (pids.max), to about"
                                    + " what all programs need", cause, plan.others(),
                            random -> new PidsGroup(group, most.apply(random)))
                    .withErrors();
        }
        return Situation.of("few threads", "a limit for the threads of all programs together", cause, plan.others(),
                        random -> InjectedFault.limit("--nproc", most.apply(random), "threads"))
                .withErrors()
                .impossible("this process may make no control group, and other limits count all processes of the user");
    }

    /** Around what is needed, so that something else is short in each try, and sometimes nothing. */
    private static double share(Random random) {
        return 0.4 + 1.2 * random.nextDouble();
    }

    private static String possible() throws InterruptedException {
        return Shell.works("prlimit", "--version") ? "" : NO_PRLIMIT;
    }
}
