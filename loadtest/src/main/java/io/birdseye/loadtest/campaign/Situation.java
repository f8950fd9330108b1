package io.birdseye.loadtest.campaign;

import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A kind of fault, and what must come of it.
 *
 * @param what is done, for the table
 * @param cause the words by which a reason names this fault
 * @param exits the codes with which a comparison may end without a word, since it is the one that was ended
 * @param errors whether single requests may fail in a valid trial: the service itself lives within the limit, and
 *     refuses what it cannot serve
 * @param noticed whether at least one trial has to be marked, or the comparison has to end with a reason
 * @param quiet whether it can be judged only where no other program runs
 * @param impossible why it cannot be brought about here; empty if it can
 * @param fault makes the fault of one try
 */
record Situation(
        String name,
        String what,
        Pattern cause,
        Set<Integer> exits,
        boolean errors,
        boolean noticed,
        boolean quiet,
        int tries,
        String impossible,
        Function<Random, InjectedFault> fault) {

    /** One that ends no command by itself and lets no request fail. */
    static Situation of(String name, String what, String cause, int tries, Function<Random, InjectedFault> fault) {
        return new Situation(
                name, what, Pattern.compile("(?i)" + cause), Set.of(), false, false, false, tries, "", fault);
    }

    /** The command ends with this code, and has no time for a word. */
    Situation endingWith(int exit) {
        return new Situation(name, what, cause, Set.of(exit), errors, noticed, quiet, tries, impossible, fault);
    }

    Situation withErrors() {
        return new Situation(name, what, cause, exits, true, noticed, quiet, tries, impossible, fault);
    }

    Situation noticedWhereQuiet() {
        return new Situation(name, what, cause, exits, errors, true, true, tries, impossible, fault);
    }

    Situation impossible(String reason) {
        return new Situation(name, what, cause, exits, errors, noticed, quiet, tries, reason, fault);
    }
}
