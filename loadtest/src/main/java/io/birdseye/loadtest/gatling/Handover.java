package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.injectors.InjectorEngine;
import io.birdseye.loadtest.plan.RequestPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What goes to the simulation and comes back. It lies in a static field, since Gatling makes the simulation itself, from
 * the name of its class.
 *
 * @param alone whether there is no coordinator that merges
 * @param outcome completed by the simulation
 */
record Handover(
        RequestPlan plan, InjectorEngine.Start start, Path folder, boolean alone,
        CompletableFuture<InjectorEngine.Result> outcome) {

    private static volatile @Nullable Handover current;

    /** For the next simulation of this JVM. */
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
