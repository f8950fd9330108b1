package io.birdseye.cli.terminal;

import io.birdseye.loadtest.Progress;
import io.birdseye.model.Format;
import io.birdseye.model.TerminalText;
import io.birdseye.model.WholeFile;
import io.birdseye.report.Reports;
import io.birdseye.report.capacity.RateAdvice;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison while it runs: after each trial the results so far are kept, and shown as a table that grows, the best
 * first. When the user ends it, the reports are written of what there is, and it says how to go on.
 */
public final class LiveComparison implements Progress, AutoCloseable {

    private static final long EVERY_NANOS = 1_000_000_000;

    /** Of what is offered: a trial that answered less is marked while others are measured. */
    private static final double NEARLY = 0.95;

    private final ProgressLine line;
    private final Path folder;
    private final boolean page;
    private final String command;
    private final Simplicity simplicity;
    private final PrintStream screen;
    private final Thread interrupted = new Thread(this::interrupted, "birdseye-partial-result");
    private @Nullable Results last;
    private boolean measuring;
    private long lastShown = System.nanoTime() - EVERY_NANOS;

    /** Draws the page after each trial as well if asked to; the command goes on with what was measured. */
    public LiveComparison(ProgressLine line, Path folder, boolean page, String command, Simplicity simplicity) throws IOException {
        this(line, folder, page, command, simplicity, System.err, LiveComparison::openBrowser);
    }

    LiveComparison(
            ProgressLine line, Path folder, boolean page, String command, Simplicity simplicity, PrintStream screen, Consumer<Path> browser)
            throws IOException {
        this.line = line;
        this.screen = screen;
        this.folder = folder;
        this.page = page;
        this.command = command;
        this.simplicity = simplicity;
        if (page) {
            WholeFile.write(folder.resolve(Reports.PAGE), ComparisonPage.awaited());
            browser.accept(folder.resolve(Reports.PAGE));
        }
        Runtime.getRuntime().addShutdownHook(interrupted);
    }

    @Override
    public void update(String phase, double doneSeconds, double totalSeconds) {
        measuring = true;
        line.update(phase, doneSeconds, totalSeconds);
    }

    /** Whether anything was measured: a comparison that is resumed may be whole already. */
    public boolean hasMeasured() {
        return measuring;
    }

    @Override
    public synchronized void known(Results soFar) throws IOException {
        if (last == null) {
            RateAdvice.of(soFar).ifPresent(line::say);
        }
        last = soFar;
        ResultsFile.write(soFar, folder.resolve(ResultsFile.NAME));
        Trial trial = soFar.trials().getLast();
        Trial.Measured measured = trial.measured();
        line.tell(trial.row().label() + ": " + (measured == null ? trial.reason() : answers(measured)));
        // Trials that an earlier run has measured come at once.
        if ((page || line.draws()) && System.nanoTime() - lastShown >= EVERY_NANOS) {
            lastShown = System.nanoTime();
            ComparisonTable comparison = ComparisonTable.of(soFar, folder);
            if (line.draws()) {
                line.show(lines(comparison));
            }
            if (page && soFar.trialsToCome() != null) {
                WholeFile.write(folder.resolve(Reports.PAGE), ComparisonPage.live(comparison));
            }
        }
    }

    private static String answers(Trial.Measured measured) {
        if (measured.capacity() != null) {
            return Format.rate(measured.capacity().perSecond());
        }
        String median = measured.requests() == 0 ? "no right answer" : "median " + Format.ms(measured.response().p50Ms());
        boolean behind = measured.achievedPerSecond() < NEARLY * measured.offeredPerSecond();
        return median + (measured.errors() == 0 ? "" : ", " + Format.text("%,d errors", measured.errors()))
                + (behind ? ", ANSWERED " + Format.perSecond(measured.achievedPerSecond()) + " of " + Format.rate(measured.offeredPerSecond()) : "");
    }

    private static List<String> lines(ComparisonTable comparison) {
        int most = Math.max(3, Terminal.lines() - 7);
        List<String> lines = new ArrayList<>(Terminal.tables(false).lines(comparison, most));
        int more = comparison.rows().size() - most;
        if (more > 0) {
            lines.add("and " + more + " more");
        }
        long kept = comparison.rows().stream().filter(row -> row.standing().keptUp()).count();
        lines.add(Format.text("%s so far, best first; %d of %d " + (comparison.searched() ? "have an answer" : "kept up"), Format.count(comparison.results().trials().size(), "trial"),
                kept, comparison.rows().size()));
        return lines;
    }

    /** On a thread of its own, while the JVM ends: what was measured becomes a result that can be read and completed. */
    synchronized void interrupted() {
        line.close();
        Results known = last;
        if (known == null) {
            screen.println("Interrupted before the first trial was measured; the same command begins anew.");
            return;
        }
        int all = known.trials().size() + Objects.requireNonNullElse(known.trialsToCome(), 0);
        String words = "Interrupted after " + known.trials().size() + " of " + Format.count(all, "trial") + ". ";
        try {
            Reports.write(known, folder, simplicity);
            words += "So far: " + folder.resolve(Reports.PAGE).toUri();
        } catch (IOException | RuntimeException e) {
            words += "The reports could not be written: " + e.getMessage();
        }
        screen.println(TerminalText.visible(words));
        screen.println(TerminalText.visible("To go on: " + command));
    }

    /** The comparison came to its end, or failed with a message of its own. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook says what there is.
        }
        line.close();
    }

    /** Opens the page in the user's browser; without one, or a screen for it, says where the page is. */
    private static void openBrowser(Path page) {
        String address = page.toUri().toString();
        List<String> command = browser(System.getProperty("os.name"), address);
        try {
            if (!command.isEmpty()) {
                Process _ = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return;
            }
        } catch (IOException e) {
            // There is no such program.
        }
        System.err.println("No browser was found; the page is " + address);
    }

    /** What opens an address, the user's own choice first; empty without a screen. */
    private static List<String> browser(String system, String address) {
        String chosen = System.getenv().getOrDefault("BROWSER", "");
        if (!chosen.isBlank() && !chosen.contains(" ")) {
            return List.of(chosen, address);
        }
        if (system.startsWith("Mac")) {
            return List.of("open", address);
        }
        if (system.toLowerCase(Locale.ROOT).startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", address);
        }
        boolean screen = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        return screen ? List.of("xdg-open", address) : List.of();
    }
}
