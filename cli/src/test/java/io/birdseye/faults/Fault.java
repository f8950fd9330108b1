package io.birdseye.faults;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * A fault of the machine, how it is injected, and what has to be seen afterwards. The scripts are run by {@code sh}
 * with {@code $TRY}, the folder of the try, {@code $OUT}, the results in it, {@code $N}, the amount that was drawn,
 * and {@code $PID}, the process that is hit: one before the comparison, which fails where the fault cannot be injected
 * on this machine, one while it runs, and one to lift the fault when it has ended.
 */
record Fault(String name, Amount amount, String before, String prefix, Optional<Hit> hit, String lift, Expected expected) {

    /**
     * What differs between tries: a share of what the undisturbed comparison needs, drawn evenly, and no less than
     * this.
     */
    record Amount(ToDoubleFunction<Needs> whole, double from, double to, int least) {

        static final Amount NONE = new Amount(needs -> 0, 0, 0, 0);

        /** Of a try in which a program is hit that has ended when the pages are drawn; the command itself lives until the end. */
        static Amount moment(String program) {
            return new Amount(Needs::millis, 0.02, program.isEmpty() ? 0.92 : 0.7, 0);
        }
    }

    /** Of the undisturbed comparison: its time, the size of its results, and the most descriptors and threads at once. */
    record Needs(long millis, long bytes, int descriptors, int threads) {}

    /** @param program the main class of the process; empty for the command itself. The amount is the moment. */
    record Hit(String program, String script) {}

    /**
     * The words by which a reason names this fault; the exit code with which the comparison may end without a word,
     * since it is the one that is hit, or 0; whether requests of a valid trial may fail, since the service itself is
     * short of something; and whether some trial has to name the cause.
     */
    record Expected(Pattern cause, int exit, boolean errors, boolean noticed) {

        static Expected reason(String cause) {
            return new Expected(Pattern.compile("(?i)" + cause), 0, false, false);
        }

        Expected orExit(int code) {
            return new Expected(cause, code, errors, noticed);
        }

        Expected orErrors() {
            return new Expected(cause, exit, true, noticed);
        }

        Expected always() {
            return new Expected(cause, exit, errors, true);
        }
    }

    private static final String SERVICE = "io.birdseye.service.ServiceMain";
    private static final String MOCK_API = "io.birdseye.mockapi.MockApiMain";
    private static final String INJECTOR = "io.birdseye.loadtest.gatling.InjectorMain";
    private static final String KILL = "kill -KILL $PID";
    private static final String FREEZE = "kill -STOP $PID; sleep 3; kill -CONT $PID";
    private static final Expected FROZEN = Expected.reason("stood still|start lag|were off");

    static final List<Fault> ALL = List.of(
            signal("kill -9 of the command", "", KILL, Expected.reason("died").orExit(137)),
            signal("kill -9 of the service", SERVICE, KILL, Expected.reason("service (died|was killed)")),
            signal("kill -9 of mock-api", MOCK_API, KILL, Expected.reason("mock-api died")),
            signal("kill -9 of the injector", INJECTOR, KILL, Expected.reason("injector died")),
            signal("SIGTERM to the command", "", "kill -TERM $PID", Expected.reason("interrupted").orExit(143)),
            signal("frozen service", SERVICE, FREEZE, FROZEN),
            signal("frozen mock-api", MOCK_API, FREEZE, FROZEN),
            // The disk is as small while the comparison runs, and replaced by a folder with what it holds.
            limit("full disk", new Amount(Needs::bytes, 0.1, 0.9, 8 << 10),
                    "mount -t tmpfs -o size=$N tmpfs $OUT", "",
                    "cp -a $OUT $TRY/kept; until umount $OUT; do sleep 0.1; done; cp -a $TRY/kept/. $OUT",
                    Expected.reason("disk (of .* )?is full|no space left")),
            limit("large files not allowed", new Amount(Needs::bytes, 0.03, 0.2, 8 << 10),
                    "command -v prlimit", "prlimit --fsize=$N --", "",
                    Expected.reason("disk (of .* )?is full|no space left|file too large")),
            limit("few descriptors", new Amount(Needs::descriptors, 0.4, 1.6, 32),
                    "command -v prlimit", "prlimit --nofile=$N --", "",
                    Expected.reason("too many open files|files open at once|descriptor").orErrors()),
            limit("few threads", new Amount(Needs::threads, 0.4, 1.6, 24),
                    """
                    for parent in /sys/fs/cgroup/pids$(sed -n 's/^[0-9]*:pids://p' /proc/self/cgroup) \
                        /sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup); do
                      group=$parent/birdseye-$$
                      if mkdir $group && echo $N >$group/pids.max; then echo $group >$TRY/group; exit; fi
                      rmdir $group
                    done
                    exit 1
                    """,
                    "echo $$ >$(cat $TRY/group)/cgroup.procs && exec",
                    "until rmdir $(cat $TRY/group); do sleep 0.1; done",
                    Expected.reason("thread|process|resource temporarily unavailable|out of system resources").orErrors()),
            limit("busy cores", Amount.NONE,
                    """
                    for core in $(seq $(nproc)); do
                      timeout 300 sh -c 'while :; do :; done' >/dev/null 2>&1 & echo $! >>$TRY/loops
                    done
                    """,
                    "", "kill $(cat $TRY/loops)", Expected.reason("other programs took").always()));

    private static Fault signal(String name, String program, String script, Expected expected) {
        return new Fault(name, Amount.moment(program), "", "", Optional.of(new Hit(program, script)), "", expected);
    }

    private static Fault limit(String name, Amount amount, String before, String prefix, String lift, Expected expected) {
        return new Fault(name, amount, before, prefix, Optional.empty(), lift, expected);
    }
}
