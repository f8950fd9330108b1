package io.birdseye.loadtest.gatling;

import io.gatling.app.Gatling;
import io.birdseye.loadtest.SettingReader;
import io.birdseye.model.ParentProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@link OverviewSimulation} in a JVM of its own: {@code Gatling.main} exits it. Gatling's report is made where
 * {@code birdseye.gatlingReport} is {@code true}, at the cost of a log entry per request; its charts must then be on
 * the class path. A wrong setting ends the program with one line on stderr and exit code 2.
 */
public final class InjectorMain {

    private InjectorMain() {}

    public static void main(String[] args) {
        ParentProcess.endWithParent();
        InjectorSettings settings;
        boolean report;
        try {
            settings = InjectorSettings.from(SettingReader.ofSystem());
            report = SettingReader.ofSystem().flag("birdseye.gatlingReport");
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--simulation", OverviewSimulation.class.getName(), "--results-folder", settings.out().toString()));
        if (!report) {
            // Read when Gatling starts: a configuration without files of its own.
            System.setProperty("gatling.conf.file", "gatling-injector.conf");
            arguments.add("--no-reports");
        }
        Gatling.main(arguments.toArray(String[]::new));
    }
}
