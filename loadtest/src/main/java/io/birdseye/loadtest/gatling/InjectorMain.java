package io.birdseye.loadtest.gatling;

import io.gatling.app.Gatling;
import io.birdseye.loadtest.SettingReader;
import io.birdseye.model.ParentProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@link OverviewSimulation}, or {@link TargetSimulation} where {@code birdseye.plan} names the file of its plan, in
 * a JVM of its own: {@code Gatling.main} exits it. Gatling's report is made where
 * {@code birdseye.gatlingReport} is {@code true}, at the cost of a log entry per request; its charts must then be on
 * the class path. A wrong setting ends the program with one line on stderr and exit code 2.
 */
public final class InjectorMain {

    private InjectorMain() {}

    public static void main(String[] args) {
        ParentProcess.endWithParent();
        Class<? extends ScheduledSimulation> simulation;
        Path out;
        boolean report;
        try {
            if (SettingReader.ofSystem().text(TargetSimulation.PLAN).isPresent()) {
                simulation = TargetSimulation.class;
                out = TargetSimulation.out();
            } else {
                simulation = OverviewSimulation.class;
                out = InjectorSettings.from(SettingReader.ofSystem()).out();
            }
            report = SettingReader.ofSystem().flag("birdseye.gatlingReport");
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--simulation", simulation.getName(), "--results-folder", out.toString()));
        if (!report) {
            // Read when Gatling starts: a configuration without files of its own.
            System.setProperty("gatling.conf.file", "gatling-injector.conf");
            arguments.add("--no-reports");
        }
        Gatling.main(arguments.toArray(String[]::new));
    }
}
