package io.birdseye.scenario;

/**
 * Something in a scenario file that is not allowed.
 *
 * @param line counts from 1
 * @param column counts from 1
 * @param message names the field, the value and what is allowed
 */
public record Problem(String file, int line, int column, String message) implements Comparable<Problem> {

    /** As compilers write it, so that editors and terminals make a link of it. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }

    @Override
    public int compareTo(Problem other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }
}
