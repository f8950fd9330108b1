package io.birdseye.cli.command;

import io.birdseye.loadtest.Progress;
import io.birdseye.model.TerminalText;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A bar with the time left on a terminal; elsewhere, in a log for instance, one line for each step.
 */
public final class ProgressLine implements Progress, AutoCloseable {

    private final String task;
    private final boolean terminal = System.console() != null && System.console().isTerminal();
    private @Nullable ProgressBar bar;
    private String lastStep = "";

    /** @param task what is being done, before the bar */
    public ProgressLine(String task) {
        this.task = task;
    }

    @Override
    public void update(String named, double doneSeconds, double totalSeconds) {
        String phase = TerminalText.line(named);
        if (terminal) {
            draw(phase, doneSeconds, totalSeconds);
            return;
        }
        String step = phase.contains(": ") ? phase.substring(0, phase.indexOf(": ")) : phase;
        if (!step.equals(lastStep)) {
            lastStep = step;
            System.err.printf("%s (about %.0f s left)%n", step, Math.max(0, totalSeconds - doneSeconds));
        }
    }

    private void draw(String phase, double doneSeconds, double totalSeconds) {
        ProgressBar current = bar;
        if (current == null) {
            current = new ProgressBarBuilder()
                    .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BAR)
                    .setTaskName(task)
                    .setInitialMax(Math.round(totalSeconds))
                    .setUpdateIntervalMillis(500)
                    .hideEta()
                    .build();
            bar = current;
        }
        current.maxHint(Math.round(totalSeconds));
        current.stepTo(Math.round(doneSeconds));
        current.setExtraMessage(String.format(" %d s left, %s", Math.round(Math.max(0, totalSeconds - doneSeconds)), phase));
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
