package io.birdseye.kubernetes;

import java.util.Map;
import java.util.TreeMap;

/** The names and labels of a run's objects; no other run of the namespace has these few letters and digits. */
record Names(String run) {

    static final String PART_OF = "app.kubernetes.io/part-of";
    static final String BIRDSEYE = "birdseye";

    /** Whose objects they are: of one run of the command. */
    static final String RUN = "birdseye/run";

    static final String SLOT = "birdseye/slot";
    static final String TRIAL = "birdseye/trial";
    static final String ROLE = "app.kubernetes.io/component";

    String lease() {
        return "birdseye-" + run;
    }

    Map<String, String> labels() {
        return new TreeMap<>(Map.of(PART_OF, BIRDSEYE, RUN, run));
    }

    /** @param number of the trial in its run, so that names are new for each */
    Map<String, String> labels(int lane, int number) {
        Map<String, String> labels = labels();
        labels.putAll(Map.of(SLOT, "" + lane, TRIAL, "" + number));
        return labels;
    }

    /** With this begin the names of a trial's objects. */
    String of(int number) {
        return lease() + "-" + number;
    }

    /** Without a dot, so that a server takes it for the name of a neighbour. At most 63 characters. */
    String of(int number, String what) {
        return of(number) + "-" + what;
    }
}
