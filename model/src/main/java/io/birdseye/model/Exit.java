package io.birdseye.model;

/** How a command ends: the same five exit codes for every command, so that a CI can tell a worse service from a failure. */
public enum Exit {

    /** What was asked for was done, and nothing speaks against it. */
    FINE(0, 0, "all went well"),
    /** Something was measured or compared, and it is worse than it may be. */
    CONDITION_FAILED(1, 2, "a condition or a comparison failed"),
    /** Nothing was done: the user has to change the command line or a file. */
    WRONG_INPUT(2, 3, "wrong options, or input that cannot be read"),
    /** The measurement does not say whether it is fine or not. */
    CANNOT_TELL(3, 1, "invalid, or not enough data to decide"),
    /** A program did not start or died, the disk is full, or Birdseye has a fault. Nothing is known. */
    BIRDSEYE_FAILED(4, 4, "Birdseye itself failed, so nothing is known");

    /** A JVM that cannot start, and one whose main method throws, end with 1; no JVM ends by itself with 100 or more. */
    private static final int OF_A_PROCESS = 100;

    private final int code;
    private final int severity;
    private final String words;

    Exit(int code, int severity, String words) {
        this.code = code;
        this.severity = severity;
        this.words = words;
    }

    /** The exit code that users see. */
    public int code() {
        return code;
    }

    /** What it means, for help texts. */
    public String words() {
        return words;
    }

    /**
     * The code with which a JVM ends that reports to a program of ours, 100 more than {@link #code}: so the code of a
     * JVM that failed is never taken for an answer. The start script subtracts it again.
     */
    public int processCode() {
        return OF_A_PROCESS + code;
    }

    /** What a JVM reported by its exit code; {@link #BIRDSEYE_FAILED} if it was not {@link #processCode} of any. */
    public static Exit ofProcess(int processCode) {
        for (Exit exit : values()) {
            if (exit.processCode() == processCode) {
                return exit;
            }
        }
        return BIRDSEYE_FAILED;
    }

    /** The end of a command that did two things: what is known to be worse decides before what cannot be told. */
    public Exit and(Exit other) {
        return severity >= other.severity ? this : other;
    }
}
