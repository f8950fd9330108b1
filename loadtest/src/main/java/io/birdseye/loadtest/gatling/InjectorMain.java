package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.ControlledInjector;
import io.birdseye.model.ParentProcess;
import java.io.IOException;

/**
 * An injector: waits for a coordinator and does what that says. A wrong setting ends the program with one line on stderr and
 * exit code 2. Without a coordinator Gatling's Maven plugin runs the {@link PlanSimulation}.
 */
public final class InjectorMain {

    private InjectorMain() {}

    public static void main(String[] args) throws InterruptedException {
        ParentProcess.endWithParent();
        SettingReader reader = SettingReader.ofSystem();
        try {
            System.exit(ControlledInjector.serve(ControlSettings.from(reader), new Engine()));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("injector: cannot listen on " + reader.text(ControlSettings.CONTROL).orElse("") + ": " + e.getMessage());
            System.exit(1);
        }
    }
}
