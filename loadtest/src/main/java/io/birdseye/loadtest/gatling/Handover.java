package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.injectors.InjectorEngine;
import io.birdseye.loadtest.plan.RequestPlan;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What goes to the simulation and comes back. It lies in a static field, since Gatling makes the simulation itself, from
 * the name of its class.
 */
final class Handover {

    private static volatile @Nullable Handover current;

    private final RequestPlan plan;
    private final InjectorEngine.Start start;
    private final Path folder;
    private final boolean alone;
    private volatile InjectorEngine.@Nullable Result result;
    private volatile @Nullable IOException failure;

    private Handover(RequestPlan plan, InjectorEngine.Start start, Path folder, boolean alone) {
        this.plan = plan;
        this.start = start;
        this.folder = folder;
        this.alone = alone;
    }

    /** For the next simulation of this JVM. */
    static Handover of(RequestPlan plan, InjectorEngine.Start start, Path folder) {
        Handover next = new Handover(plan, start, folder, false);
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
        RequestPlan plan = settings.plan();
        long lead = PlanSimulation.lead(plan.schedule()).toNanos();
        return new Handover(plan, () -> System.nanoTime() + lead, settings.out(), true);
    }

    RequestPlan plan() {
        return plan;
    }

    Path folder() {
        return folder;
    }

    /** Whether there is no coordinator that merges. */
    boolean alone() {
        return alone;
    }

    /** See {@link InjectorEngine.Start#await}. */
    long awaitStart() {
        try {
            return start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("ended before its start", e);
        }
    }

    void done(InjectorEngine.Result measured) {
        result = measured;
    }

    void failed(IOException cause) {
        failure = cause;
    }

    /** @throws IOException why there is no result */
    InjectorEngine.Result result() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        InjectorEngine.Result measured = result;
        if (measured == null) {
            throw new IOException("Gatling has ended without a result");
        }
        return measured;
    }
}
