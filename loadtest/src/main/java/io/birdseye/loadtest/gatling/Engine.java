package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.injectors.InjectorEngine;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.gatling.app.Gatling$;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends by Gatling, or by the light client where the plan wants it. */
final class Engine implements InjectorEngine {

    /** Gatling injects its users before their requests are due, and needs up to a second to begin. */
    @Override
    public Duration lead(RequestPlan plan) {
        return plan.lightConnections() > 0
                ? Duration.ofMillis(500)
                : PlanSimulation.lead(plan.schedule()).plusMillis(1_500);
    }

    @Override
    public Result run(RequestPlan plan, Start start, Path folder) throws Exception {
        return plan.lightConnections() > 0 ? light(plan, start, folder) : gatling(plan, start, folder);
    }

    private static Result light(RequestPlan plan, Start start, Path folder) throws Exception {
        try (LightClient client = new LightClient(plan)) {
            return client.run(start.await(), folder, LoadListener.NONE);
        }
    }

    private static Result gatling(RequestPlan plan, Start start, Path folder) throws IOException {
        Handover handover = Handover.of(plan, start, folder);
        // Read when Gatling starts: a configuration without files of its own.
        System.setProperty("gatling.conf.file", "gatling-injector.conf");
        // Not its main method, which ends the JVM.
        int _ = Gatling$.MODULE$.fromArgs(arguments(folder));
        return handover.result();
    }

    static String[] arguments(Path folder) {
        return new String[] {
            "--simulation", PlanSimulation.class.getName(), "--results-folder", folder.toString(), "--no-reports"
        };
    }

    /**
     * What goes to the simulation and comes back, in a static field: Gatling makes the simulation from its class's
     * name. Alone, there is no coordinator that merges.
     */
    record Handover(
            RequestPlan plan, InjectorEngine.Start start, Path folder, boolean alone,
            CompletableFuture<InjectorEngine.Result> outcome) {

        private static volatile @Nullable Handover current;

        static Handover of(RequestPlan plan, InjectorEngine.Start start, Path folder) {
            Handover next = new Handover(plan, start, folder, false, new CompletableFuture<>());
            current = next;
            return next;
        }

        /** For this simulation; without one of a coordinator, that of the settings, which begins at once. */
        static Handover current() {
            Handover given = current;
            if (given != null) {
                return given;
            }
            InjectorSettings settings = InjectorSettings.from(SettingReader.ofSystem());
            long lead = PlanSimulation.lead(settings.plan().schedule()).toNanos();
            return new Handover(
                    settings.plan(), () -> System.nanoTime() + lead, settings.out(), true, new CompletableFuture<>());
        }

        long awaitStart() {
            try {
                return start.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("ended before its start", e);
            }
        }

        /** @throws IOException why there is no result */
        InjectorEngine.Result result() throws IOException {
            if (outcome.isCompletedExceptionally()) {
                throw new IOException(outcome.exceptionNow().getMessage(), outcome.exceptionNow());
            }
            if (!outcome.isDone()) {
                throw new IOException("Gatling has ended without a result");
            }
            return outcome.resultNow();
        }
    }
}
