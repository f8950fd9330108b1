package io.birdseye.loadtest.injectors;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.injectors.ControlledInjector.State;
import io.birdseye.loadtest.injectors.ControlledInjector.Step;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Program;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One of the injectors of a load: its process, its address, and how it was at the last look. */
final class InjectorMember {

    private static final Duration LISTENS = Duration.ofSeconds(60);
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration BEAT = Duration.ofSeconds(1);

    /** A JVM that collects garbage or a network that loses packets is silent for a moment; a dead one for longer. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private static final String READY = "injector ready on ";

    private final String name;
    private final @Nullable Program program;
    private final Program.Watch process;
    private final Duration patience;
    private final Function<URI, InjectorLink> links;
    private volatile @Nullable InjectorLink link;
    private volatile State state = new State(Step.PREPARING, "");
    private volatile @Nullable TrialFailure failure;

    /** Which load it has, counted from 1; 0 once it is watched no longer. */
    private volatile int load;
    private int loads;

    InjectorMember(String name, Program program, Function<URI, InjectorLink> links) {
        this.name = name;
        this.program = program;
        this.process = program::requireAlive;
        this.links = links;
        this.patience = LISTENS;
    }

    InjectorMember(String name, URI address, Duration patience, Function<URI, InjectorLink> links) {
        this.name = name;
        this.program = null;
        this.process = Program.Watch.NOTHING;
        this.links = links;
        this.link = links.apply(address);
        this.patience = patience;
    }

    @Nullable Program program() {
        return program;
    }

    @FunctionalInterface
    interface Question<T> {
        T ask(InjectorLink link) throws IOException, InterruptedException;
    }

    /** @throws TrialFailure if there is no answer, or a refusal; it names the injector */
    <T> T ask(Question<T> question) throws TrialFailure, InterruptedException {
        try {
            return question.ask(link());
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private TrialFailure explained(IOException e) throws TrialFailure, InterruptedException {
        return process.explained(new TrialFailure(name + " " + words(e), e));
    }

    private static String words(IOException e) {
        return e instanceof InjectorLink.Refused ? String.valueOf(e.getMessage())
                : e instanceof ConnectException ? "cannot be reached" + (e.getMessage() == null ? "" : ": " + e.getMessage())
                : "does not answer: " + e.getMessage();
    }

    private InjectorLink link() throws TrialFailure, InterruptedException {
        InjectorLink known = link;
        if (known == null) {
            String line = requireNonNull(program, "of an injector elsewhere the address is known")
                    .awaitLine(text -> text.startsWith(READY), "that it is ready", LISTENS, Program.Watch.NOTHING);
            known = links.apply(URI.create(line.substring(READY.length()).strip()));
            link = known;
        }
        return known;
    }

    /** Gives it a plan and watches it from then on, both in threads of their own; {@link #look} tells what came of it. */
    void load(RequestPlan plan) {
        int mine = ++loads;
        load = mine;
        state = new State(Step.PREPARING, "");
        Thread.ofVirtual().name("birdseye-injector-watch").start(() -> {
            try {
                deliver(plan, mine);
                watch(mine, plan.schedule().window().endNanos());
            } catch (TrialFailure e) {
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** One that runs elsewhere may still be starting, or ending its last load. */
    private void deliver(RequestPlan plan, int mine) throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (load == mine) {
            try {
                link().plan(plan);
                return;
            } catch (IOException e) {
                boolean later = e instanceof ConnectException || (e instanceof InjectorLink.Refused refused && refused.busy());
                if (!later || System.nanoTime() > end) {
                    throw explained(e);
                }
            }
            process.look();
            Thread.sleep(RETRY);
        }
    }

    /** While requests are due it is asked less often: each question takes a core for a moment, and makes some of them late. */
    private void watch(int mine, long nanos) throws TrialFailure, InterruptedException {
        long lastHeard = System.nanoTime();
        long quiet = lastHeard;
        while (load == mine) {
            try {
                State now = link().state();
                lastHeard = System.nanoTime();
                if (now.step() == Step.IDLE) {
                    throw new TrialFailure(name + " was started anew in the middle of the load");
                }
                if (load == mine) {
                    quiet = now.step() == Step.RUNNING && step() == Step.READY ? lastHeard + nanos : quiet;
                    state = now;
                }
            } catch (IOException e) {
                if (load != mine) {
                    return;
                }
                if (e instanceof ConnectException || System.nanoTime() - lastHeard > SILENCE.toNanos()) {
                    throw explained(e);
                }
            }
            long left = step() == Step.DONE ? Long.MAX_VALUE : quiet - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(left > 0 ? Math.min(left, BEAT.toNanos()) : RETRY.toNanos());
        }
    }

    Step step() {
        return state.step();
    }

    /** How long before its start it must be told of it; known when it is ready. */
    long leadMillis() {
        return state.leadMillis();
    }

    /** @throws TrialFailure if it has died, or cannot do its work */
    void look() throws TrialFailure, InterruptedException {
        process.look();
        TrialFailure known = failure;
        if (known != null) {
            throw new TrialFailure(known.reason(), known);
        }
        State last = state;
        if (last.step() == Step.FAILED) {
            throw new TrialFailure(name + ": " + last.reason());
        }
    }

    /** Watches it no longer, and ends its process if it still runs. */
    void close() {
        load = 0;
        if (program != null) {
            program.close();
            return;
        }
        InjectorLink known = link;
        try {
            if (known != null) {
                known.end();
            }
        } catch (IOException e) {
            // It has ended by itself, or ends when its lease is over.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
