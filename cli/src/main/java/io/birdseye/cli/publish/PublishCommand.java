package io.birdseye.cli.publish;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.doctor.Finding;
import io.birdseye.cli.effort.TimeNeeded;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code birdseye publish}: measures all that README and docs tell, and writes it there. For maintainers, in a clone. */
@Command(
        name = "publish",
        description = "For maintainers: measure all that README and docs tell, step by step, and write it there. Continues where"
                + " it was interrupted; a step of this code that has a whole result is not run again.",
        footer = "%nNothing else may run beside it. A step whose result is invalid or not whole, or that began or ended beside"
                + " other programs, is told with its reason and not published; the others are.",
        exitCodeList = {"0:every step is published", "3:a step is not; the reason is told"})
public final class PublishCommand extends BirdseyeCommand {

    private static final String NOT_HERE = "not possible here: ";

    /** The generators of these pages are the tests that hold them to the results. */
    private static final List<String> PAGES = List.of(
            "mvn", "-q", "-B", "verify", "-pl", "report", "-am", "-Dtest=Published*Test",
            "-Dsurefire.failIfNoSpecifiedTests=false", "-Dbirdseye.docs.write=true");

    @Option(names = "--steps", split = ",", paramLabel = "STEP", description = "Only these (default: all).")
    private List<String> names = List.of();

    @Option(names = "--dry-run", description = "Print the steps with their commands and times, and measure nothing.")
    private boolean dryRun;

    @Option(names = "--rehearse",
            description = "Run each step with seconds instead of hours, to see that it runs. Nothing is published.")
    private boolean rehearse;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    protected Exit run() throws Exception {
        Path home = workspace.folder();
        if (!Files.isDirectory(home.resolve("docs/results"))) {
            throw wrong("publish writes into docs/results, which a clone has and an archive does not");
        }
        List<MeasuringStep> steps = chosen();
        String commit = Provenance.commit(home);
        if (commit.endsWith("+changes") && !rehearse && !dryRun) {
            throw wrong("the code differs from commit " + commit.replace("+changes", "")
                    + ", so nobody could repeat the results: commit the changes, or take them back");
        }
        Path measured = Path.of("results", rehearse ? "rehearsal" : "publish").resolve(StepFolder.key(commit, Machine.here()));
        Map<MeasuringStep, StepFolder> folders = new LinkedHashMap<>();
        steps.forEach(step -> folders.put(step, new StepFolder(home, measured.resolve(step.name()))));
        StepRun run = new StepRun(home, commit, rehearse, PublishCommand::disturbance, this::announce);
        Map<MeasuringStep, String> impossible = list(folders, run);
        if (dryRun) {
            return Exit.FINE;
        }
        print("", "Measurements go to " + measured);
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Map.Entry<MeasuringStep, StepFolder> each : folders.entrySet()) {
            MeasuringStep step = each.getKey();
            String refused = impossible.get(step);
            String reason = refused == null ? run.run(step, each.getValue()) : refused;
            print("  " + step.name() + ": " + (reason.isEmpty() ? rehearse ? "runs" : "published" : "not published: " + reason));
            if (!reason.isEmpty()) {
                reasons.put(step.name(), reason);
            }
        }
        return end(reasons, folders.size());
    }

    private List<MeasuringStep> chosen() {
        List<String> known = PublishedSteps.ALL.stream().map(MeasuringStep::name).toList();
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw wrong("no step is called '" + name + "': there are " + Format.list(known));
        });
        return PublishedSteps.ALL.stream().filter(step -> names.isEmpty() || names.contains(step.name())).toList();
    }

    /** Says what is run and how long it takes; each command is asked, so that each command line is known to be right. */
    private Map<MeasuringStep, String> list(Map<MeasuringStep, StepFolder> folders, StepRun run) throws IOException {
        Map<MeasuringStep, String> impossible = new LinkedHashMap<>();
        Duration total = Duration.ZERO;
        for (Map.Entry<MeasuringStep, StepFolder> each : folders.entrySet()) {
            MeasuringStep step = each.getKey();
            String time;
            if (run.isPublished(step) || each.getValue().finished().isPresent()) {
                time = "done";
            } else {
                try {
                    Duration needed = timeOf(step);
                    total = total.plus(needed);
                    time = TimeNeeded.roughly(needed);
                } catch (Exception e) {
                    String reason = NOT_HERE + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
                    impossible.put(step, reason);
                    time = reason;
                }
            }
            print(String.format("%-17s %-11s %s", step.name(), time, step.commandLine()));
        }
        print("", Format.count(folders.size(), "step") + (folders.size() == 1 ? " takes " : " take ") + TimeNeeded.of(total)
                + (rehearse ? "; rehearsed they take a few minutes" : ""));
        return impossible;
    }

    private Duration timeOf(MeasuringStep step) throws Exception {
        CommandLine command = spec.root().subcommands().get(step.command().getFirst());
        if (command == null) {
            throw new IllegalStateException("no command is called " + step.command().getFirst());
        }
        List<String> rest = step.command().subList(1, step.command().size());
        CommandLine last = command.parseArgs(rest.toArray(String[]::new)).asCommandLineList().getLast();
        Optional<Duration> time = ((BirdseyeCommand) last.getCommand()).estimate();
        return time.orElseThrow(() -> new IllegalStateException(step.name() + " measures nothing"));
    }

    /** What other programs do to the machine now. */
    private static String disturbance() {
        return Doctor.disturbances().stream().map(Finding::detail).collect(Collectors.joining("; "));
    }

    private Exit end(Map<String, String> reasons, int steps) throws IOException, InterruptedException {
        print("", Format.count(steps - reasons.size(), "step") + (rehearse ? " ran" : " published") + ", " + reasons.size() + " not");
        reasons.forEach((step, reason) -> print("  " + step + ": " + reason));
        if (!rehearse && reasons.size() < steps) {
            announce("", "Writes README, findings and the index from the results: " + String.join(" ", PAGES));
            int code = new ProcessBuilder(PAGES).directory(workspace.folder().toFile()).inheritIO().start().waitFor();
            if (code != 0) {
                print("The pages could not be written; all results are in docs/results, and the command above writes them.");
                return Exit.BIRDSEYE_FAILED;
            }
        }
        return reasons.isEmpty() ? Exit.FINE : Exit.CANNOT_TELL;
    }
}
