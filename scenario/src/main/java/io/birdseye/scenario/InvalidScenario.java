package io.birdseye.scenario;

import java.util.List;
import java.util.stream.Collectors;

/** A scenario file that is refused, with everything that is wrong in it. */
public final class InvalidScenario extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<ScenarioProblem> problems;

    /** @param problems in the order of their lines */
    InvalidScenario(List<ScenarioProblem> problems) {
        super(problems.stream().map(ScenarioProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of their lines; at least one. */
    public List<ScenarioProblem> problems() {
        return problems;
    }
}
