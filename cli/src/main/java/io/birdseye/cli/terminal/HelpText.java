package io.birdseye.cli.terminal;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command in its help: under headings, by the class that declares them. {@code --help} of a command with many has the
 * usual ones; {@code --help-all} has all.
 */
public final class HelpText {

    /** A command with no more has all of them in its help. */
    private static final int FEW = 30;

    private static final String ALL = "--help-all";

    /** What most users need, of any command. */
    private static final Set<String> USUAL = Set.of(
            "--strategies", "--rate", "--scenario", "--url", "--service", "--effort", "--objective", "--axis", "--layout", "--jvm", "--fail-on",
            "--out", "--json", "--open", "--on", "--cores", "--for", "--help", ALL);

    /** By the simple name of the class that declares an option, the first that its name begins with. */
    private static final Map<String, String> HEADINGS = headings();

    private HelpText() {}

    private static Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        headings.put("Strategy", "What is measured");
        headings.put("Plugin", "What is measured");
        headings.put("Scenario", "What is measured");
        headings.put("Article", "What is measured");
        headings.put("OwnService", "A service of your own");
        headings.put("Load", "Load");
        headings.put("Model", "Load");
        headings.put("Effort", "How much is measured");
        headings.put("Block", "How much is measured");
        headings.put("Limit", "Pools and limits");
        headings.put("Thread", "Pools and limits");
        headings.put("Deadline", "Pools and limits");
        headings.put("Axis", "JDK, heap and HTTP server");
        headings.put("Verdict", "Verdict");
        headings.put("Validity", "When a trial is invalid");
        headings.put("Injector", "Other machines");
        headings.put("Cluster", "Kubernetes");
        headings.put("Slot", "Kubernetes");
        return headings;
    }

    /** Renders the help of a command and of all below it in this way. */
    public static void install(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> isShort(help)
                ? help.abbreviatedSynopsis()
                : help.synopsis(help.synopsisHeadingLength()));
        command.getSubcommands().values().forEach(HelpText::install);
    }

    private static boolean isShort(Help help) {
        ParseResult parsed = help.commandSpec().commandLine().getParseResult();
        return help.commandSpec().options().size() > FEW && parsed != null && parsed.isUsageHelpRequested();
    }

    private static String options(Help help) {
        boolean some = isShort(help);
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put("", new ArrayList<>());
        HEADINGS.values().forEach(heading -> groups.putIfAbsent(heading, new ArrayList<>()));
        help.commandSpec().options().stream()
                .filter(option -> !option.hidden() && (!some || USUAL.contains(option.longestName())))
                .forEach(option -> groups.getOrDefault(heading(option), groups.get("")).add(option));
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            if (!options.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
                layout.addOptions(options, help.createDefaultParamLabelRenderer());
                text.append(heading.isEmpty() ? "" : help.createHeading("%n" + heading + ":%n")).append(layout);
            }
        });
        return some ? text + help.createHeading("%n" + ALL + " lists all " + help.commandSpec().options().size() + " options.%n") : text.toString();
    }

    private static String heading(OptionSpec option) {
        return !(option.userObject() instanceof Field field) ? "" : Stream.<Class<?>>iterate(field.getDeclaringClass(), Objects::nonNull, Class::getEnclosingClass)
                .map(Class::getSimpleName)
                .filter(name -> !name.endsWith("Command"))
                .flatMap(name -> HEADINGS.keySet().stream().filter(name::startsWith).map(HEADINGS::get))
                .findFirst()
                .orElse("");
    }
}
