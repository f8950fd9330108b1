package io.birdseye.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Work that is done at once, each piece on a thread of its own. A single piece stays on the thread that calls. */
public final class Parallel {

    private Parallel() {}

    public interface Work<T> {
        T run() throws TrialFailure, IOException, InterruptedException;
    }

    /** Brings the results in the order of the pieces. If one fails the others are interrupted, and have ended. */
    public static <T> List<T> run(List<Work<T>> pieces) throws TrialFailure, IOException, InterruptedException {
        if (pieces.size() == 1) {
            return List.of(pieces.getFirst().run());
        }
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("parallel-", 1).factory())) {
            CompletionService<T> ended = new ExecutorCompletionService<>(threads);
            try {
                pieces.forEach(piece -> running.add(ended.submit(piece::run)));
                for (int i = 0; i < pieces.size(); i++) {
                    T _ = ended.take().get();
                }
            } catch (ExecutionException | InterruptedException e) {
                running.forEach(other -> other.cancel(true));
                throw rethrown(e instanceof ExecutionException ? e.getCause() : e);
            }
        }
        return running.stream().map(Future::resultNow).toList();
    }

    private static RuntimeException rethrown(@Nullable Throwable cause) throws TrialFailure, IOException, InterruptedException {
        switch (cause) {
            case TrialFailure failure -> throw failure;
            case IOException failure -> throw failure;
            case InterruptedException failure -> throw failure;
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case null, default -> throw new IllegalStateException("work fails with other exceptions than it names", cause);
        }
    }
}
