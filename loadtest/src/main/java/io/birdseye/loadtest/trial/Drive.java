package io.birdseye.loadtest.trial;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A load whose rate changes from phase to phase while a service runs; the injector of trials knows one rate only. An
 * open load: requests leave on time, whether or not others have been answered, and their time counts from when they
 * should have left.
 */
final class Drive implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final HttpRequest request;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<CompletableFuture<?>> open = new ArrayList<>();

    /**
     * @param dueNanos when it should have left
     * @param status 0 if there was no answer
     */
    record Answer(long dueNanos, long tookNanos, int status) {

        double millis() {
            return tookNanos / 1e6;
        }
    }

    /** A part of the load, by the clock of {@link System#nanoTime}. */
    record Span(long fromNanos, long toNanos) {

        double seconds() {
            return (toNanos - fromNanos) / 1e9;
        }
    }

    Drive(String url) {
        request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
    }

    /** Sends requests at an even rate, and returns when the last of them has left. */
    Span at(double perSecond, Duration length) {
        long start = System.nanoTime();
        long gap = Math.round(1e9 / perSecond);
        long end = start + length.toNanos();
        for (long due = start; due < end; due += gap) {
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            long mine = due;
            open.add(send(mine));
        }
        return new Span(start, end);
    }

    private CompletableFuture<Void> send(long due) {
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> {
                    answers.add(new Answer(due, System.nanoTime() - due, failure == null ? response.statusCode() : 0));
                    return null;
                });
    }

    /** Has so many users ask again as soon as they are answered. */
    Span closed(int users, Duration length) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + length.toNanos();
        List<Thread> loops = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            loops.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() < end) {
                    Void _ = send(System.nanoTime()).join();
                }
            }));
        }
        for (Thread loop : loops) {
            loop.join();
        }
        return new Span(start, end);
    }

    /** Waits for the answers to all requests that have left. */
    void await() {
        open.forEach(CompletableFuture::join);
        open.clear();
    }

    /** The answers to requests that were due in a part of the load, in the order of these. */
    List<Answer> answersOf(Span span) {
        return answers.stream()
                .filter(answer -> answer.dueNanos() >= span.fromNanos() && answer.dueNanos() < span.toNanos())
                .sorted((a, b) -> Long.compare(a.dueNanos(), b.dueNanos()))
                .toList();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
