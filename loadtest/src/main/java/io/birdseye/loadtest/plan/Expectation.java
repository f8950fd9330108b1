package io.birdseye.loadtest.plan;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What a right answer is. Any other answer is an error, and its time counts nowhere.
 *
 * @param matches a regular expression that some part of the body must match, which costs the injector CPU time; null
 *     for any
 * @param leastBytes of a body that is a JSON object and not cut off, which its first and last byte tell; 0 for any body
 */
public record Expectation(int status, @Nullable String matches, int leastBytes) {

    public static final Expectation OK = new Expectation(200, null);

    public Expectation(int status, @Nullable String matches) {
        this(status, matches, 0);
    }

    /** Status 200, and a whole JSON object. */
    public static Expectation object(int leastBytes) {
        return new Expectation(200, null, Math.max(2, leastBytes));
    }

    public Expectation {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("the expected status must be between 200 and 599, but is " + status);
        }
        if (matches != null) {
            try {
                var _ = Pattern.compile(matches);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "the expected body '" + matches + "' is no regular expression: " + e.getDescription(), e);
            }
        }
    }

    public boolean checksBody() {
        return matches != null || leastBytes > 0;
    }

    /** Whether a body is right. It is read as UTF-8. */
    public boolean matches(byte[] body) {
        int length = body.length;
        if (leastBytes > 0 && (length == 0 || !isObject(length, body[0], body[length - 1]))) {
            return false;
        }
        return matches == null || Compiled.of(matches).matcher(new String(body, StandardCharsets.UTF_8)).find();
    }

    /** Whether a body of so many bytes with these at its ends is the object that is expected, if one is. */
    public boolean isObject(long length, byte first, byte last) {
        return leastBytes == 0 || length >= leastBytes && first == '{' && last == '}';
    }

    /** What is wrong with an answer, in words; null for a right one. */
    public @Nullable String wrong(int answered, byte[] body) {
        if (answered != status) {
            return "answers with status " + answered + (answered >= 300 && answered < 400 ? ", a redirect," : "")
                    + " instead of " + status;
        }
        return matches(body) ? null : "answers with a body in which nothing matches '" + matches + "'";
    }

    /** The last pattern of each thread: a record cannot keep what it has compiled. */
    private record Compiled(String text, Pattern pattern) {

        private static final ThreadLocal<@Nullable Compiled> LAST = new ThreadLocal<>();

        static Pattern of(String text) {
            Compiled last = LAST.get();
            if (last == null || !last.text.equals(text)) {
                last = new Compiled(text, Pattern.compile(text));
                LAST.set(last);
            }
            return last.pattern;
        }
    }
}
