package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.campaign.CampaignResult.Outcome;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds what comparisons say against what they met. A trial is right if it is valid and looks like one of the
 * undisturbed comparison; or if it has failed or is invalid, with a reason that names the cause.
 */
record Judgement(Situation situation, Results undisturbed) {

    /** The share of the undisturbed trial's requests that a valid trial has at least: windows differ a little. */
    private static final double LEAST_REQUESTS = 0.9;

    /** No request of a comparison of this size takes so long unless something was frozen. */
    private static final double FROZEN_MS = 2_000;

    private static final int MOST_CHARACTERS = 300;

    /**
     * What a try has shown so far.
     *
     * @param reasons with which trials were marked, or the comparison ended
     * @param wrong what was not as promised
     * @param invalid how many trials are invalid
     */
    record Verdict(Outcome outcome, List<String> reasons, List<String> wrong, int invalid) {

        Verdict {
            reasons = List.copyOf(reasons);
            wrong = List.copyOf(wrong);
        }
    }

    /** Of the comparison that met the fault. */
    Verdict disturbed(Seen seen) {
        Notes notes = new Notes(seen);
        Results results = seen.results();
        boolean silent = situation.exits().contains(seen.exitCode());
        if (results != null) {
            notes.table(results);
        }
        boolean allCompleted = results != null
                && results.trials().stream().noneMatch(Trial::failed);
        if (silent) {
            notes.reasons.add("ended with exit code " + seen.exitCode());
        } else if (results == null || (allCompleted && !seen.measured())) {
            notes.ending();
        } else if (!allCompleted && seen.exitCode() != Exit.CONDITION_FAILED.code()) {
            notes.wrong.add("exit code " + seen.exitCode() + ", although a trial failed");
        }
        if (situation.noticed() && notes.reasons.isEmpty()) {
            notes.wrong.add("no trial says that it was disturbed");
        }
        return notes.verdict(results == null || silent ? Outcome.ENDED : Outcome.MARKED);
    }

    /** Of the comparison that went on in the same folder, without a fault. */
    Verdict resumed(Seen seen) {
        Notes notes = new Notes(seen);
        if (!seen.measured()) {
            notes.wrong.add("resumed, it ended with exit code " + seen.exitCode() + ": " + cut(seen.lastWords()));
        }
        Results results = seen.results();
        if (results == null) {
            notes.wrong.add("resumed, it has no table");
        } else {
            notes.slots(results, 0);
            results.trials().stream().filter(Trial::failed)
                    .forEach(trial -> notes.wrong.add("resumed, " + words(trial) + " failed: " + cut(trial.reason())));
            results.trials().forEach(trial -> notes.measured(results, trial, false));
        }
        seen.missing().forEach(name -> notes.wrong.add("resumed, it has no " + name));
        seen.partial().forEach(name -> notes.wrong.add("resumed, it left " + name));
        return notes.verdict(Outcome.MARKED);
    }

    /** What is noted while one comparison is judged. */
    private final class Notes {

        private final Seen seen;
        private final List<String> reasons = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private int invalid;

        Notes(Seen seen) {
            this.seen = seen;
            wrong.addAll(seen.damaged());
        }

        Verdict verdict(Outcome otherwise) {
            Outcome outcome = !wrong.isEmpty() ? Outcome.WRONG : reasons.isEmpty() ? Outcome.VALID : otherwise;
            return new Verdict(outcome, reasons, wrong, invalid);
        }

        void table(Results results) {
            // One that ended early leaves what it had, and says how many trials are missing.
            slots(results, seen.measured() ? 0 : Objects.requireNonNullElse(results.trialsToCome(), 0));
            for (Trial trial : results.trials()) {
                if (trial.failed()) {
                    reasons.add(cut(trial.reason()));
                    if (!situation.cause().matcher(String.valueOf(trial.reason())).find()) {
                        wrong.add(words(trial) + " failed with a reason that does not name the cause: "
                                + cut(trial.reason()));
                    }
                }
                measured(results, trial, situation.errors());
            }
        }

        void slots(Results results, int toCome) {
            Set<String> absent = names(undisturbed);
            absent.removeAll(names(results));
            if (!absent.isEmpty() && absent.size() != toCome) {
                wrong.add("the table lacks " + String.join(" and ", absent));
            }
        }

        /** A trial that failed has no figures. */
        void measured(Results results, Trial trial, boolean errorsAllowed) {
            Measured measured = trial.measured();
            if (measured == null) {
                return;
            }
            List<String> broken = Validity.of(results).broken(measured);
            if (!broken.isEmpty()) {
                invalid++;
                // The first sentence is enough: each names what was out of its bound.
                reasons.add("invalid: " + cut(broken.getFirst()));
                return;
            }
            if (measured.errors() > 0) {
                String errors = Format.count(measured.errors(), "error") + " " + new TreeMap<>(measured.errorsByKind());
                if (errorsAllowed) {
                    reasons.add(errors);
                } else {
                    wrong.add(words(trial) + " is valid with " + errors);
                }
            }
            long expected = expected(trial.strategy());
            if (measured.requests() + measured.errors() < LEAST_REQUESTS * expected) {
                wrong.add(words(trial) + " is valid with " + (measured.requests() + measured.errors()) + " of "
                        + expected + " requests");
            }
            if (measured.response().maxMs() > FROZEN_MS) {
                wrong.add(words(trial) + " is valid, although an answer took "
                        + Format.ms(measured.response().maxMs()));
            }
        }

        /** It ended by itself, and has to say why. */
        void ending() {
            reasons.add(cut(seen.lastWords()));
            if (!situation.cause().matcher(seen.lastWords()).find()) {
                wrong.add("ended with exit code " + seen.exitCode() + " and a reason that does not name the cause: "
                        + cut(seen.lastWords()));
            }
        }
    }

    private long expected(String strategy) {
        return Trial.measured(undisturbed.trials().stream().filter(trial -> trial.strategy().equals(strategy)).toList())
                .mapToLong(measured -> measured.requests() + measured.errors())
                .min()
                .orElse(0);
    }

    private static Set<String> names(Results results) {
        Set<String> names = new TreeSet<>();
        results.trials().forEach(trial -> names.add(words(trial)));
        return names;
    }

    private static String words(Trial trial) {
        return "block " + trial.block() + ", " + trial.strategy();
    }

    private static String cut(@Nullable String text) {
        String whole = String.valueOf(text);
        return whole.length() <= MOST_CHARACTERS ? whole : whole.substring(0, MOST_CHARACTERS) + "…";
    }
}
