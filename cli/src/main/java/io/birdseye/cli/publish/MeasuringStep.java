package io.birdseye.cli.publish;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.model.Exit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A command of Birdseye whose result is published.
 *
 * @param name of the folder of its result
 * @param command what stands behind {@code ./birdseye}
 * @param rehearsal the same in seconds, which shows nothing but that it runs; empty if it cannot be so short
 * @param kept the exits with which its result is whole: a target that is missed is a result, a trial that is invalid is none
 * @param code the parts of the code on which its figures depend
 * @param page of {@code docs/explanation} which the command writes with {@code --publish}; empty if it writes none
 * @param out whether it keeps its measurements in a folder, where it goes on if it is interrupted
 */
record MeasuringStep(
        String name, List<String> command, List<String> rehearsal, Set<Exit> kept, List<String> code, String page,
        boolean out) {

    MeasuringStep {
        command = List.copyOf(command);
        rehearsal = List.copyOf(rehearsal);
        kept = Set.copyOf(kept);
        code = List.copyOf(code);
    }

    /** The command line that repeats it. */
    String commandLine() {
        return "./birdseye " + String.join(" ", command.stream().map(BirdseyeCommand::quoted).toList());
    }

    /** What is started, with its folders. */
    List<String> arguments(boolean rehearse, String folder) {
        Stream<String> places = out ? Stream.of("--out", folder) : Stream.of();
        Stream<String> pages = page.isEmpty() ? Stream.of() : Stream.of("--publish", folder + "/" + StepFolder.PAGES);
        return Stream.of((rehearse ? rehearsal : command).stream(), places, pages).flatMap(each -> each).toList();
    }
}
