package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.ControlledInjector;
import io.birdseye.model.ParentProcess;
import io.gatling.app.Gatling;
import java.io.IOException;

/**
 * An injector. With {@code birdseye.control} it waits for a coordinator and does what that says; without it offers the
 * load of {@link InjectorSettings} by itself, for whoever looks at one strategy by hand. Gatling's report is then made
 * where {@code birdseye.gatlingReport} is {@code true}, at the cost of a log entry per request; its charts must be on the
 * class path. A wrong setting ends the program with one line on stderr and exit code 2.
 */
public final class InjectorMain {

    private InjectorMain() {}

    public static void main(String[] args) throws InterruptedException {
        ParentProcess.endWithParent();
        SettingReader reader = SettingReader.ofSystem();
        try {
            if (reader.text(ControlSettings.CONTROL).isPresent()) {
                System.exit(ControlledInjector.serve(ControlSettings.from(reader), new Engine()));
            }
            InjectorSettings settings = InjectorSettings.from(reader);
            Gatling.main(Engine.arguments(settings.out(), reader.flag("birdseye.gatlingReport")));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("injector: cannot listen on " + reader.text(ControlSettings.CONTROL).orElse("") + ": " + e.getMessage());
            System.exit(1);
        }
    }
}
