package io.birdseye.cli.publish;

import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.published.PublishedStep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a step is measured, outside of what git knows, and from where its result is published once it is whole.
 *
 * @param home the folder of the project
 * @param measured relative to it
 */
record StepFolder(Path home, Path measured) {

    /** What the command printed. */
    static final String OUTPUT = "output.txt";

    /** What its refused and interrupted tries printed: which trials were invalid and have been replaced. */
    private static final String EARLIER = "earlier-tries.txt";

    /** The pages of {@code docs/explanation} that the command has written. */
    static final String PAGES = "pages";

    /** The folder of what is known when a step begins: of which code, and where. */
    private static final String BEGUN = "begun";

    /** Within it the commits whose measurements were taken over, a line each. */
    private static final String TAKEN_OVER = "taken-over.txt";

    /** Names the build with which a command measures in a folder, and refuses another one's measurements. */
    private static final String CONDITIONS = "settings.json";

    private static final Path EXPLANATION = Path.of("docs", "explanation");
    private static final int MOST_BYTES = 4 << 20;

    /** {@code <commit>-<machine>}: what a result holds for. */
    static String key(String commit, Machine machine) {
        String slug = (machine.cpuModel() + " " + machine.cores() + " cores").toLowerCase(Locale.ROOT)
                .replaceAll("\\((r|tm)\\)", " ").replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return commit + "-" + slug;
    }

    Path path() {
        return home.resolve(measured);
    }

    /**
     * With the page in it which the command is to write, and with what was measured of the same code before: a commit that
     * changes no measured code takes over the unfinished measurements of those before it.
     *
     * @param begun what is known now
     */
    void prepare(MeasuringStep step, PublishedStep begun) throws IOException {
        if (!Files.exists(path())) {
            takeOver(begun);
        }
        begun.write(Files.createDirectories(path().resolve(BEGUN)));
        if (!step.page().isEmpty()) {
            Path pages = Files.createDirectories(path().resolve(PAGES));
            Files.copy(home.resolve(EXPLANATION).resolve(step.page()), pages.resolve(step.page()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The file for what the next try prints. What those before it printed is kept in another, with the reasons of their refusal. */
    Path freshOutput() throws IOException {
        Path output = path().resolve(OUTPUT);
        if (Files.exists(output)) {
            Files.write(path().resolve(EARLIER), Files.readAllBytes(output), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return output;
    }

    private void takeOver(PublishedStep begun) throws IOException {
        Path commits = path().resolve("../..").normalize();
        if (!Files.isDirectory(commits)) {
            return;
        }
        try (Stream<Path> folders = Files.list(commits)) {
            for (Path other : folders.map(commit -> commit.resolve(begun.step())).sorted().toList()) {
                if (Files.exists(other.resolve(BEGUN).resolve(PublishedStep.NAME)) && !Files.exists(other.resolve(PublishedStep.NAME))
                        && begun.isSameMeasurementAs(PublishedStep.read(other.resolve(BEGUN)))) {
                    String commit = PublishedStep.read(other.resolve(BEGUN)).commit();
                    Files.createDirectories(path().getParent());
                    Files.move(other, path());
                    Files.writeString(path().resolve(BEGUN).resolve(TAKEN_OVER), commit + "\n",
                            StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    forget(CONDITIONS);
                    // A result names the commit at which its floor was measured.
                    forgetFloor();
                    return;
                }
            }
        }
    }

    /** The commits at which it was begun, the first one first; empty if it is this one's alone. */
    List<String> takenOver() throws IOException {
        Path commits = path().resolve(BEGUN).resolve(TAKEN_OVER);
        return Files.exists(commits) ? Files.readAllLines(commits) : List.of();
    }

    /** Has the command measure the floor again. */
    void forgetFloor() throws IOException {
        forget("calibration.*\\.json");
    }

    private void forget(String names) throws IOException {
        try (Stream<Path> files = Files.walk(path())) {
            for (Path file : files.filter(file -> file.getFileName().toString().matches(names)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** What was measured, if it has come to a whole result. */
    Optional<PublishedStep> finished() throws IOException {
        return Files.exists(path().resolve(PublishedStep.NAME)) ? Optional.of(PublishedStep.read(path())) : Optional.empty();
    }

    /** Puts reports, data and pages where git knows them. Histograms stay behind, and so do pages that can be drawn again. */
    void publish() throws IOException {
        Path target = Files.createDirectories(home.resolve("docs").resolve("results")
                .resolve(measured.subpath(measured.getNameCount() - 2, measured.getNameCount())));
        for (Path file : files(path())) {
            if (file.getFileName().toString().matches(".*\\.(json|md|txt)") && Files.size(file) <= MOST_BYTES) {
                copy(file, target.resolve(file.getFileName()));
            }
        }
        if (Files.isDirectory(path().resolve(PAGES))) {
            for (Path page : files(path().resolve(PAGES))) {
                copy(page, home.resolve(EXPLANATION).resolve(page.getFileName()));
            }
        }
    }

    /** Nobody else has the folders of this machine. */
    private void copy(Path from, Path to) throws IOException {
        String text = Files.readString(from, StandardCharsets.UTF_8);
        WholeFile.write(to, text
                .replace("file://" + home + "/", "").replace(home + "/", "").replace(home.toString(), ".")
                .replace(System.getProperty("user.home") + "/", "~/"));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
