package io.birdseye.service.server;

import io.birdseye.model.Format;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The types of problems (RFC 9457) that this service answers with. The address of a type is {@code /problems/} and its
 * name in kebab case; the service serves its description there, and {@code docs/reference/problems.md} is made of them.
 * A failure that says no more than its HTTP status has the type {@code about:blank} and none of these.
 */
public enum ProblemType {
    BAD_REQUEST(
            "The request is not proper HTTP", List.of(400),
            "The request breaks a rule of RFC 9112, or two servers could read it in two ways. The connection is closed.",
            "Send the request by an HTTP client instead of by hand; the detail names the rule."),
    BAD_ADDRESS(
            "The address is no URI", List.of(400),
            "Path or query hold characters that RFC 3986 does not allow.",
            "Encode them, for example a space as %20."),
    BAD_PARAMETER(
            "A parameter is not allowed", List.of(400),
            "A parameter is missing, unknown, given twice, or has a value that is not allowed. The members `parameter`,"
                    + " `value` (absent if none was given) and `allowed` say which and why.",
            "Send a value that `allowed` names."),
    UNKNOWN_STRATEGY(
            "There is no such strategy", List.of(404),
            "The path names a strategy that this service does not have. The member `allowed` names those that there are.",
            "Take a name from `/strategies`; a strategy of your own needs its jar on the service's class path."),
    CROSS_SITE(
            "Another site may not change anything here", List.of(403),
            "A page of another site sent a request that would change something, as Sec-Fetch-Site or Origin says.",
            "Send it from a page of this service, or by a program that is no browser."),
    REQUEST_TIMEOUT(
            "The request did not arrive in time", List.of(408),
            "Request line and headers took longer than `--head-timeout`. The connection is closed.",
            "Look for a slow network or a client that opens connections and sends nothing."),
    NO_BODY_ALLOWED(
            "A body is not allowed", List.of(413),
            "No request to this service has a body. It is not read, and the connection is closed.",
            "Send the request without a body."),
    EXPECTATION_FAILED(
            "The expectation cannot be met", List.of(417),
            "The header Expect asks for something other than 100-continue.",
            "Leave the header out."),
    HOST_NOT_ALLOWED(
            "The host is not one of this service", List.of(421),
            "The header Host, or the host of an absolute target, is none that the service answers for.",
            "Name the host in `--allowed-hosts` (BIRDSEYE_ALLOWED_HOSTS)."),
    HEAD_TOO_LARGE(
            "The head of the request is too large", List.of(431),
            "Request line and headers have more than 8,192 bytes, or there are more than 100 headers.",
            "Send fewer or shorter headers; cookies are the usual cause."),
    INTERNAL_ERROR(
            "The service failed", List.of(500),
            "A fault of the service. The cause is in its log.",
            "Report it with the log."),
    UPSTREAM_FAILURE(
            "An upstream failed", List.of(502, 504),
            "A call to an upstream failed; 504 if it was not answered, or had no place in its pool, in time. `upstream` names it,"
                    + " `kind` is connect, status, reset, empty, malformed, oversize, timeout or pool.",
            "Look at that upstream. Its calls on the wire are aborted, so trying again is safe."),
    OVERLOADED(
            "There is no room for another request", List.of(503),
            "A queue, the budget's max in flight, the threads, memory or connections are used up.",
            "Wait as long as Retry-After says, send less, or raise the limit that the detail names."),
    SHUTTING_DOWN(
            "The service is shutting down", List.of(503),
            "The service was told to end. It finishes the requests that it has and takes no others.",
            "Send the request to another instance."),
    DEADLINE_EXCEEDED(
            "The request was not answered in time", List.of(504),
            "The strategy had not answered when the deadline (`--deadline`) passed. Its work was given up.",
            "Send less, or give the budget more threads: the queue times in Server-Timing show which are too few."),
    HTTP_VERSION(
            "The HTTP version is not supported", List.of(505),
            "The service speaks HTTP/1.0 and HTTP/1.1.",
            "Use HTTP/1.1."),
    CLIENT_DISCONNECTED(
            "The client has left", List.of(Problem.CLIENT_CLOSED_REQUEST),
            "The client closed its connection before the answer. It is never sent; metrics and logs have it.",
            "Nothing, or a longer timeout in the client.");

    /** The path below which the service describes its types. */
    public static final String PATH = "/problems/";

    /** The front door's reason for those who come when there are more connections than are allowed. Some get no answer. */
    public static final String CONNECTIONS = "connections";

    /** The front door's reason where the system gives no descriptor for a connection, which then waits in its queue. */
    public static final String NOT_ACCEPTED = "not-accepted";

    private final String title;
    private final List<Integer> statuses;
    private final String meaning;
    private final String remedy;

    ProblemType(String title, List<Integer> statuses, String meaning, String remedy) {
        this.title = title;
        this.statuses = statuses;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** The last part of the address. */
    public String label() {
        return Format.label(this);
    }

    /** The address, relative to the service. */
    public String uri() {
        return PATH + label();
    }

    /** Why the front door turns somebody away, before there is a request that could be counted as one. */
    public static List<String> refusals() {
        Stream<ProblemType> answered = Stream.of(
                BAD_REQUEST, CROSS_SITE, REQUEST_TIMEOUT, NO_BODY_ALLOWED, EXPECTATION_FAILED, HOST_NOT_ALLOWED,
                HEAD_TOO_LARGE, HTTP_VERSION);
        return Stream.concat(answered.map(ProblemType::label), Stream.of(CONNECTIONS, NOT_ACCEPTED)).toList();
    }

    public static Optional<ProblemType> of(String label) {
        return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
    }

    public String title() {
        return title;
    }

    public List<Integer> statuses() {
        return statuses;
    }

    /** When it happens; Markdown. */
    public String meaning() {
        return meaning;
    }

    /** What whoever gets it can do; Markdown. */
    public String remedy() {
        return remedy;
    }
}
