package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.ControlledInjector;
import io.birdseye.loadtest.injectors.InjectorEngine;
import io.birdseye.loadtest.plan.LoadEngine;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.ParentProcess;
import java.nio.file.Path;
import java.time.Duration;

/** Sends by the light client what Gatling should send: it starts in a fraction of Gatling's time. */
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
        return new Engine().run(plan.lightConnections() > 0 ? plan : plan.by(LoadEngine.LIGHT), start, folder);
    }
}
