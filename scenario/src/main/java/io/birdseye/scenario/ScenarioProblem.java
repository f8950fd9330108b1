package io.birdseye.scenario;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Something in a scenario file that is not allowed.
 *
 * @param line counts from 1
 * @param column counts from 1
 * @param message names the field, the value and what is allowed
 */
public record ScenarioProblem(String file, int line, int column, String message) implements Comparable<ScenarioProblem> {

    /** SnakeYAML Engine counts from 0, editors from 1. Without a place it is the start of the file. */
    static ScenarioProblem at(String file, @Nullable Mark at, String message) {
        return new ScenarioProblem(file, at == null ? 1 : at.getLine() + 1, at == null ? 1 : at.getColumn() + 1, message);
    }

    /** As compilers write it, so that editors and terminals make a link of it. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }

    @Override
    public int compareTo(ScenarioProblem other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }
}
