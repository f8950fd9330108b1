package io.birdseye.loadtest;

import io.gatling.app.Gatling;

/**
 * Runs {@link OverviewSimulation} without Gatling's report, in a JVM of its own: {@code Gatling.main} exits it.
 * A wrong setting ends it with one line on stderr and exit code 2.
 */
public final class InjectorMain {

    private InjectorMain() {}

    public static void main(String[] args) {
        LoadSettings settings;
        try {
            settings = LoadSettings.fromSystem();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        // Read when Gatling starts: a configuration without files of its own.
        System.setProperty("gatling.conf.file", "gatling-injector.conf");
        Gatling.main(new String[] {
            "--simulation", OverviewSimulation.class.getName(),
            "--no-reports",
            "--results-folder", settings.out().toString()
        });
    }
}
