package io.birdseye.mockapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the command line and the environment ask for.
 *
 * @param file JSON that the others change, empty for none
 * @param delays each {@code [ROUTE=]DELAY}; the last one for a route counts
 * @param seed null for the one in the file, or the default
 */
record StartSettings(
        String file, List<String> delays, List<String> statuses, List<String> faults, @Nullable Long seed) {

    /** @throws InvalidSetting if one of them is not allowed */
    Settings read() {
        Settings settings = file.isBlank() ? Settings.none() : readFile();
        for (String delay : delays) {
            settings = apply(
                    settings, "--delay", delay, text -> was -> was.withLatency(SettingText.delay("--delay", text)));
        }
        for (String status : statuses) {
            settings = apply(
                    settings, "--status", status, text -> was -> was.withStatus(SettingText.status("--status", text)));
        }
        for (String fault : faults) {
            settings = apply(
                    settings, "--fault", fault, text -> was -> was.withFault(SettingText.fault("--fault", text)));
        }
        return seed == null ? settings : settings.withSeed(seed);
    }

    private interface Change {
        UnaryOperator<Behaviour> to(String text);
    }

    private static Settings apply(Settings settings, String flag, String setting, Change change) {
        if (setting.isBlank()) {
            return settings;
        }
        int equals = setting.indexOf('=');
        if (equals < 0) {
            return settings.changeDefaults(change.to(setting));
        }
        String route = setting.substring(0, equals);
        settings.requireRoute("the route of " + flag, route);
        return settings.change(route, change.to(setting.substring(equals + 1)));
    }

    private Settings readFile() {
        try {
            return Settings.fromJson(Files.readString(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw new InvalidSetting("--settings", file, "a JSON file that can be read");
        } catch (InvalidSetting refused) {
            throw refused.within("--settings " + file);
        }
    }
}
