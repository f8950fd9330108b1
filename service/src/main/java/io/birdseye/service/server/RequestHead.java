package io.birdseye.service.server;

import io.birdseye.model.Callers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the headers of one request, checked whatever the server makes of them. Servers accept what
 * two of them may read in two ways: line feeds alone, folded lines, spaces before a colon, a transfer coding beside a
 * length, several hosts. The rules are those of RFC 9112; where it leaves the choice to the server, the request is
 * refused.
 */
public final class RequestHead {

    /** Also the limit of the servers' own parsers. */
    public static final int MAX_BYTES = 8_192;

    private static final int MAX_FIELDS = 100;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern REQUEST_LINE = Pattern.compile("(" + TOKEN + ") ([!-~]+) HTTP/(\\d\\.\\d)");
    private static final Pattern FIELD = Pattern.compile("(" + TOKEN + "):[ \\t]*([\\t -~\\x80-\\xff]*)");
    private static final Pattern ABSOLUTE = Pattern.compile("https?://([^/?#]*)([/?].*)?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Set<String> CHECKED = Set.of(
            "host", "content-length", "transfer-encoding", "expect", "connection", "sec-fetch-site", "origin");

    private final String method;
    private final String target;
    private final String version;

    /** The values of those headers that are checked, by name. */
    private final Map<String, List<String>> fields = new HashMap<>();

    private RequestHead(String[] lines) {
        Matcher request = REQUEST_LINE.matcher(lines[0]);
        if (!request.matches()) {
            throw bad("the request line is not a method, a target and a version, with one space between them");
        }
        method = request.group(1);
        target = request.group(2);
        version = request.group(3);
        if (!version.equals("1.1") && !version.equals("1.0")) {
            throw new Problem(ProblemType.HTTP_VERSION, "supported are 1.0 and 1.1");
        }
        if (lines.length - 1 > MAX_FIELDS) {
            throw new Problem(ProblemType.HEAD_TOO_LARGE, "a request may have " + MAX_FIELDS + " headers");
        }
        for (int i = 1; i < lines.length; i++) {
            Matcher field = FIELD.matcher(lines[i]);
            if (!field.matches()) {
                throw bad("header " + i + " is not a name, a colon and a value, in one line");
            }
            String name = field.group(1).toLowerCase(Locale.ROOT);
            if (CHECKED.contains(name)) {
                fields.computeIfAbsent(name, first -> new ArrayList<>(1)).add(field.group(2).stripTrailing());
            }
        }
    }

    /**
     * The position behind the empty line that ends the head; -1 if it is not there yet. Refuses a line feed without a
     * carriage return, and a head that is larger than is allowed.
     */
    public static int end(byte[] bytes) {
        int line = 0;
        for (int at = 0; at < Math.min(bytes.length, MAX_BYTES); at++) {
            if (bytes[at] == '\n') {
                if (at == 0 || bytes[at - 1] != '\r') {
                    throw bad("a line ends with a line feed alone");
                }
                if (at - 1 == line) {
                    return at + 1;
                }
                line = at + 1;
            }
        }
        if (bytes.length >= MAX_BYTES) {
            throw new Problem(ProblemType.HEAD_TOO_LARGE, "request line and headers may have " + MAX_BYTES + " bytes");
        }
        return -1;
    }

    /**
     * Checks a head that is complete, with the empty line at its end, and returns whether the request is the last one
     * of its connection; throws a {@link Problem} if it is refused.
     */
    public static boolean endsConnection(String head, Callers callers) {
        RequestHead parsed = new RequestHead(head.substring(0, Math.max(0, head.length() - 4)).split("\r\n", -1));
        parsed.requireNoBody();
        parsed.requireCaller(callers);
        List<String> options = new ArrayList<>();
        for (String value : parsed.all("connection")) {
            for (String option : value.split(",")) {
                options.add(option.strip().toLowerCase(Locale.ROOT));
            }
        }
        return options.contains("close") || (parsed.version.equals("1.0") && !options.contains("keep-alive"));
    }

    private List<String> all(String name) {
        return fields.getOrDefault(name, List.of());
    }

    private @Nullable String last(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? null : values.getLast();
    }

    /** No request of this API has a body. So nothing has to be read and thrown away, and no body hides a request. */
    private void requireNoBody() {
        String length = last("content-length");
        if (length != null && (all("content-length").size() > 1 || !LENGTH.matcher(length).matches())) {
            throw bad("Content-Length must be one number");
        }
        boolean coded = last("transfer-encoding") != null;
        if (coded && (length != null || version.equals("1.0"))) {
            throw bad("Transfer-Encoding is not allowed beside Content-Length, nor in HTTP/1.0");
        }
        if (coded || (length != null && Long.parseLong(length) > 0)) {
            throw new Problem(ProblemType.NO_BODY_ALLOWED, "no request to this service has a body");
        }
        for (String expected : all("expect")) {
            if (!expected.equalsIgnoreCase("100-continue")) {
                throw new Problem(ProblemType.EXPECTATION_FAILED, "only 100-continue is known");
            }
        }
    }

    private void requireCaller(Callers callers) {
        int hosts = all("host").size();
        if (hosts > 1 || (hosts == 0 && version.equals("1.1"))) {
            throw bad("the request must have one Host, but has " + hosts);
        }
        String host = last("host");
        if (!target.startsWith("/") && !(target.equals("*") && method.equals("OPTIONS"))) {
            Matcher absolute = ABSOLUTE.matcher(target);
            if (!absolute.matches()) {
                throw bad("the target is neither a path nor an http address");
            }
            requireCaller(callers, absolute.group(1));
        }
        if (host != null) {
            requireCaller(callers, host);
        }
        if (Callers.isCrossSite(method, last("sec-fetch-site"), last("origin"), host)) {
            throw new Problem(
                    ProblemType.CROSS_SITE,
                    "a page of another site sent this " + method + ", as its Sec-Fetch-Site or Origin says");
        }
    }

    private static void requireCaller(Callers callers, String host) {
        if (!Callers.isAuthority(host)) {
            throw bad("the host '" + host + "' is no host with or without a port");
        }
        if (!callers.allows(host)) {
            throw new Problem(
                    ProblemType.HOST_NOT_ALLOWED,
                    "the host '" + host + "' is not allowed; allowed is " + Callers.ALLOWED);
        }
    }

    /** A request that two servers may read in two ways. */
    private static Problem bad(String detail) {
        return new Problem(ProblemType.BAD_REQUEST, detail);
    }
}
