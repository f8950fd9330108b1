package io.birdseye.cli.options;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command in its help, by {@link OptionGroup}. {@code --help} of a command with many has the usual ones;
 * {@code --help-all} has all.
 */
public final class HelpText {

    /** A command with no more has all of them in its help. */
    private static final int FEW = 30;

    /** What most users need, of any command. */
    private static final Set<String> USUAL = Set.of(
            "--strategies", "--rate", "--scenario", "--url", "--service", "--effort", "--objective", "--axis", "--layout", "--jvm", "--fail-on",
            "--out", "--json", "--open", "--on", "--cores", "--for", "--help", BirdseyeCommand.HELP_ALL);

    private HelpText() {}

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
        Map<Integer, List<OptionSpec>> groups = help.commandSpec().options().stream()
                .filter(option -> !option.hidden() && (!some || USUAL.contains(option.longestName())))
                .collect(Collectors.groupingBy(option -> group(option).map(OptionGroup::ordinal).orElse(-1), TreeMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        groups.forEach((group, options) -> {
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(options, help.createDefaultParamLabelRenderer());
            text.append(group < 0 ? "" : help.createHeading("%n" + OptionGroup.values()[group].heading + ":%n")).append(layout);
        });
        return some
                ? text + help.createHeading("%n" + BirdseyeCommand.HELP_ALL + " lists all " + help.commandSpec().options().size() + " options.%n")
                : text.toString();
    }

    private static Optional<OptionGroup> group(OptionSpec option) {
        return !(option.userObject() instanceof Field field) ? Optional.empty() : Stream.<Class<?>>iterate(
                        field.getDeclaringClass(), Objects::nonNull, Class::getEnclosingClass)
                .flatMap(declaring -> Stream.ofNullable(declaring.getAnnotation(OptionGroup.In.class)))
                .map(OptionGroup.In::value)
                .findFirst();
    }
}
