package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Settings;
import io.birdseye.report.table.Comparison;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What was equal for all trials, the command that repeats them, and how to read the page. */
final class SettingsSection {

    private SettingsSection() {}

    /** The few facts without which no figure means anything. */
    static void summary(Html html, Comparison comparison) {
        Settings settings = comparison.results().settings();
        html.open("dl", "class", "facts");
        html.fact("Load model", settings.load().describe());
        html.fact("Upstreams answer after", Format.setting(settings.delayMs()) + " ms");
        html.fact("Shared memory", Format.setting(settings.memoryMegabytes()) + " MB, " + settings.layout());
        html.fact("Budgets", budgets(comparison));
        html.fact("Machine", Format.count(comparison.results().environment().cores(), "core"));
        html.fact("Blocks", comparison.blocks() + ", of " + Format.setting(settings.durationSeconds()) + " s each");
        html.close();
    }

    private static String budgets(Comparison comparison) {
        String kind = comparison.results().settings().budgets();
        return comparison.rows().stream()
                .filter(row -> comparison.equalBudgets() && row.budgetKnown())
                .findFirst()
                .map(row -> kind + ", " + row.budget().ioConcurrency() + " calls and " + row.budget().cpuConcurrency()
                        + " combinations at once")
                .orElse(kind);
    }

    /** The command of a page, as text to copy. */
    static Html command(Html html, String command) {
        return html.open("div", "class", "command")
                .open("pre", "tabindex", "0", "aria-label", "The command that repeats this")
                .element("code", command, "id", "command").close();
    }

    static void repeat(Html html, Comparison comparison) {
        Settings settings = comparison.results().settings();
        Environment env = comparison.results().environment();
        Floor floor = comparison.results().floor();
        command(html, settings.command());
        html.element("button", "Copy", "type", "button", "class", "script", "id", "copy").close();
        html.open("dl", "class", "settings");
        html.fact("Measured at", comparison.results().createdAt());
        html.fact("Birdseye", env.commit());
        html.fact("Processor", env.cores() + " × " + env.cpuModel());
        html.fact("Memory", Format.number(env.memoryBytes() / (double) (1 << 30)) + " GiB");
        html.fact("System", env.os() + ", kernel " + env.kernel());
        html.fact("JDK", env.jdk());
        html.fact("JVM flags", String.join(" ", env.jvmFlags()));
        html.fact("Collector", env.collector());
        html.fact("HTTP threads", String.valueOf(settings.httpThreads()));
        html.fact("Warm-up", Format.setting(settings.warmUpSeconds()) + " s, not measured");
        html.fact("Measured window", Format.setting(settings.durationSeconds()) + " s per trial");
        html.fact("Seed", String.valueOf(settings.seed()));
        html.fact("Calls alone", parts(comparison.names().calls(), floor.callMs()));
        html.fact("Combinations alone", parts(comparison.names().combinations(), floor.combineMs()));
        html.fact("CPU alone", Format.ms(floor.cpuMsPerRequest()) + " per request, the process without its JIT");
        html.fact("Order of trials", comparison.results().trials().stream()
                .map(trial -> trial.strategy() + (comparison.blocks() > 1 ? " (" + trial.block() + ")" : ""))
                .collect(Collectors.joining(", ")));
        html.close();
    }

    private static String parts(List<String> names, List<Double> ms) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " " + Format.ms(ms.get(i)))
                .collect(Collectors.joining(", "));
    }

    static void reading(Html html) {
        html.open("dl", "class", "reading");
        html.fact("Open and closed", "In an open load arrivals do not wait for answers, as on the internet. In a"
                + " closed load every user waits for its answer before it asks again, so a slow service is simply"
                + " asked less: users over mean response time is the rate it got.");
        html.fact("Response time", "From the moment at which a request was meant to start. A pause of the service"
                + " is felt by all who would have asked in the meantime.");
        html.fact("Floor", "What one request takes when it is alone: its slowest call (or the sum, where calls are"
                + " made in turn) and its longest combination. Excess is the median response time less the floor: what"
                + " the strategy and the load add.");
        html.fact("Kept up", "At least 99 % of the offered rate was answered, no request failed, and response times"
                + " did not climb through the window. Only strategies that kept up are compared with one another.");
        html.fact("X_max", "The most that a strategy can carry: the smallest of pool size over time in the pool,"
                + " cores over CPU time, and HTTP threads over the time each is held. Load beyond it must fail,"
                + " whatever the library.");
        html.fact("Ranks and intervals", "Strategies are compared within blocks, each in a fresh JVM. All intervals"
                + " hold together with 95 % confidence; strategies that cannot be told apart share a rank. One block"
                + " has no intervals, so it gives no ranking.");
        html.close();
    }
}
