package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.ControlledInjector;
import io.birdseye.loadtest.injectors.InjectorEngine;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.ParentProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Sends what a plan says by the JDK's client. It starts in a fraction of Gatling's time, and is less exact. */
public final class PlainEngine implements InjectorEngine {

    /** An injector in a JVM of its own, as {@link InjectorMain}. */
    public static void main(String[] args) throws Exception {
        ParentProcess.endWithParent();
        System.exit(ControlledInjector.serve(ControlSettings.from(SettingReader.ofSystem()), new PlainEngine()));
    }

    @Override
    public Duration lead(RequestPlan plan) {
        return Duration.ofMillis(500);
    }

    @Override
    public Result run(RequestPlan plan, Start start, Path folder) throws Exception {
        if (plan.lightConnections() > 0) {
            return new Engine().run(plan, start, folder);
        }
        Schedule schedule = plan.schedule();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            InjectorRun run = new InjectorRun(schedule, plan.requestTimeout(), folder, start.await());
            AtomicLong sent = new AtomicLong();
            try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
                for (long i = 0; i < schedule.requests() && schedule.open(); i++) {
                    long arrival = i;
                    users.submit(() -> send(plan, http, run, run.arrive(arrival), arrival));
                }
                for (int user = 0; user < schedule.users(); user++) {
                    users.submit(() -> {
                        RequestTiming next = run.free(Duration.ZERO);
                        while (run.stillRunning(next)) {
                            send(plan, http, run, next, sent.getAndIncrement());
                            next = run.free(Duration.ZERO);
                        }
                        return null;
                    });
                }
            }
            return run.finish();
        }
    }

    private static Void send(RequestPlan plan, HttpClient http, InjectorRun run, RequestTiming due, long nth)
            throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(due.dueNanos() - run.now());
        Request request = plan.requests().get(run.variant(due));
        HttpRequest asked = HttpRequest.newBuilder(request.address(plan.seed(), plan.share().global(nth)))
                .timeout(plan.requestTimeout())
                .build();
        RequestTiming timing = run.send(due);
        try {
            HttpResponse<byte[]> answer = http.send(asked, HttpResponse.BodyHandlers.ofByteArray());
            String wrong = request.expectation().wrong(answer.statusCode(), answer.body());
            run.end(timing, wrong == null ? null : Integer.toString(answer.statusCode()), null);
        } catch (IOException e) {
            run.end(timing, run.withoutAnswer(timing), null);
        }
        return null;
    }
}
