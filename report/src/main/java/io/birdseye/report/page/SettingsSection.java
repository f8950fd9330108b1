package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Settings;
import io.birdseye.report.table.Comparison;
import java.util.List;
import java.util.stream.Collectors;

/** What was equal for all trials, the command that repeats them, and how to read the page. */
final class SettingsSection {

    private SettingsSection() {}

    /** The few facts without which no figure means anything. */
    static void summary(Html html, Comparison comparison) {
        Settings settings = comparison.results().settings();
        html.open("dl", "class", "facts");
        fact(html, "Load model", settings.load().describe());
        fact(html, "Upstreams answer after", Format.setting(settings.delayMs()) + " ms");
        fact(html, "Shared memory", Format.setting(settings.memoryMegabytes()) + " MB, " + settings.layout());
        fact(html, "Budgets", budgets(comparison));
        fact(html, "Machine", Format.count(comparison.results().environment().cores(), "core"));
        fact(html, "Blocks", comparison.blocks() + ", of " + Format.setting(settings.durationSeconds()) + " s each");
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

    static void render(Html html, Comparison comparison) {
        Settings settings = comparison.results().settings();
        Environment env = comparison.results().environment();
        Floor floor = comparison.results().floor();
        html.open("div", "class", "command").open("pre", "tabindex", "0", "aria-label", "The command that repeats this")
                .element("code", settings.command(), "id", "command").close();
        html.element("button", "Copy", "type", "button", "class", "script", "id", "copy").close();
        html.open("dl", "class", "settings");
        fact(html, "Measured at", comparison.results().createdAt());
        fact(html, "Birdseye", env.commit());
        fact(html, "Processor", env.cores() + " × " + env.cpuModel());
        fact(html, "Memory", Format.number(env.memoryBytes() / (double) (1 << 30)) + " GiB");
        fact(html, "System", env.os() + ", kernel " + env.kernel());
        fact(html, "JDK", env.jdk());
        fact(html, "JVM flags", String.join(" ", env.jvmFlags()));
        fact(html, "Collector", env.collector());
        fact(html, "HTTP threads", String.valueOf(settings.httpThreads()));
        fact(html, "Warm-up", Format.setting(settings.warmUpSeconds()) + " s, not measured");
        fact(html, "Measured window", Format.setting(settings.durationSeconds()) + " s per trial");
        fact(html, "Seed", String.valueOf(settings.seed()));
        fact(html, "Calls alone", parts(comparison.names().calls(), floor.callMs()));
        fact(html, "Combinations alone", parts(comparison.names().combinations(), floor.combineMs()));
        fact(html, "CPU alone", Format.ms(floor.cpuMsPerRequest()) + " per request, the process without its compilers");
        fact(html, "Order of trials", comparison.results().trials().stream()
                .map(trial -> trial.strategy() + (comparison.blocks() > 1 ? " (" + trial.block() + ")" : ""))
                .collect(Collectors.joining(", ")));
        html.close();
    }

    private static String parts(List<String> names, List<Double> ms) {
        StringBuilder parts = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            parts.append(i == 0 ? "" : ", ").append(names.get(i)).append(' ').append(Format.ms(ms.get(i)));
        }
        return parts.toString();
    }

    private static void fact(Html html, String name, String value) {
        html.open("div").element("dt", name).element("dd", value.isBlank() ? Format.NONE : value).close();
    }

    static void reading(Html html) {
        html.open("dl", "class", "reading");
        fact(html, "Open and closed", "In an open load arrivals do not wait for answers, as on the internet. In a"
                + " closed load every user waits for its answer before it asks again, so a slow service is simply"
                + " asked less: users over mean response time is the rate it got.");
        fact(html, "Response time", "From the moment at which a request was meant to start. A pause of the service"
                + " is felt by all who would have asked in the meantime.");
        fact(html, "Floor", "What one request takes when it is alone: its slowest call (or the sum, where calls are"
                + " made in turn) and its longest combination. Excess is the median response time less the floor: what the"
                + " strategy and the load add.");
        fact(html, "Kept up", "At least 99 % of the offered rate was answered, no request failed, and response times"
                + " did not climb through the window. Only strategies that kept up are compared with one another.");
        fact(html, "X_max", "The most that a strategy can carry: the smallest of pool size over time in the pool,"
                + " cores over CPU time, and HTTP threads over the time each is held. Load beyond it must fail,"
                + " whatever the library.");
        fact(html, "Ranks and intervals", "Strategies are compared within blocks, each in a fresh JVM. All intervals"
                + " hold together with 95 % confidence; strategies that cannot be told apart share a rank. One block"
                + " has no intervals, so it gives no ranking.");
        html.close();
    }
}
