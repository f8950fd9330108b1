package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.client.OverviewRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The request of one variant. Address, values of headers and body may have ranges, see {@link TextTemplate}. */
public record Request(
        String name, String method, String url, List<Header> headers, @Nullable String body, Expectation expectation) {

    static final int LONGEST_NAME = 60;

    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
    private static final Set<String> OWN_HEADERS = Set.of("connection", "content-length", "host", "transfer-encoding");

    public record Header(String name, String value) {

        public Header {
            if (!name.matches(TOKEN)) {
                throw new IllegalArgumentException("'" + name + "' is no name of a header; a header is written as"
                        + " 'Name: value'");
            }
            if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the header '" + name + "' is set by the client itself");
            }
            if (value.chars().anyMatch(letter -> letter < ' ' && letter != '\t' || letter == 0x7f)) {
                throw new IllegalArgumentException("the header '" + name + "' has a control character in its value");
            }
        }

        /** @throws IllegalArgumentException unless the text is {@code Name: value} */
        public static Header parse(String text) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("'" + text + "' is no header; one is written as 'Name: value'");
            }
            return new Header(text.substring(0, colon), text.substring(colon + 1).strip());
        }
    }

    public Request {
        headers = List.copyOf(headers);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0," + (LONGEST_NAME - 1) + "}")) {
            throw new IllegalArgumentException("the variant's name '" + name + "' must have 1 to " + LONGEST_NAME
                    + " letters, digits, points, hyphens or underscores, a letter or digit first");
        }
        if (!method.matches(TOKEN)) {
            throw new IllegalArgumentException("'" + method + "' is no HTTP method, such as GET or POST");
        }
        requireAddress(url);
        headers.forEach(header -> new TextTemplate(header.value()));
        if (body != null) {
            new TextTemplate(body);
        }
    }

    /** Of an overview of Birdseye's own service. Its answers get a cheap check: one of them has been compared in full. */
    public static Request overview(String baseUrl, OverviewRequest request, int leastBytes) {
        return new Request(
                request.strategy(), "GET", baseUrl.replaceAll("/$", "") + request.pathAndQuery(),
                List.of(new Header("Accept", "application/json"), new Header("User-Agent", "birdseye")), null,
                Expectation.object(leastBytes));
    }

    private static void requireAddress(String url) {
        String shown = url.length() <= 120 ? url : url.substring(0, 120) + "…";
        if (!url.matches("(?i)https?://.*")) {
            throw new IllegalArgumentException("the address '" + shown
                    + "' must begin with http:// or https://, such as http://127.0.0.1:8081/basket");
        }
        TextTemplate drawn = new TextTemplate(url);
        String fixed = drawn.beforeRanges();
        if (!fixed.equals(url) && !fixed.matches("(?i)https?://[^/?]+[/?].*")) {
            throw new IllegalArgumentException("the address '" + shown + "' may have ranges behind its host and port only");
        }
        try {
            URI uri = new URI(drawn.draw(0, 0));
            if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null
                    || uri.getPort() == 0 || uri.getPort() > 65_535) {
                throw new IllegalArgumentException("the address '" + shown
                        + "' must have a host, and neither a user nor a fragment, such as http://127.0.0.1:8081/basket");
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the address '" + shown + "' is not valid: " + e.getReason()
                    + (e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1))
                    + "; what is not allowed in an address is written as %20 and the like", e);
        }
    }

    /** Its headers, and a type for a body that has none. */
    public List<Header> headersOfAll() {
        if (body == null || headers.stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Type"))) {
            return headers;
        }
        List<Header> all = new ArrayList<>(headers);
        String start = body.stripLeading();
        all.add(new Header("Content-Type", start.startsWith("{") || start.startsWith("[") ? "application/json" : "text/plain"));
        return all;
    }

    public URI address(long seed, long number) {
        return URI.create(new TextTemplate(url).draw(seed, number));
    }

    /** Scheme, host and port, which no range can change. */
    public URI origin() {
        URI first = address(0, 0);
        return URI.create(first.getScheme() + "://" + first.getRawAuthority());
    }

    /** Where their load goes, for people: scheme, host and port. */
    public static String origins(List<Request> requests) {
        return String.join(", ", requests.stream().map(request -> request.origin().toString()).distinct().toList());
    }

    /** For people: {@code GET http://127.0.0.1:8081/basket}. */
    public String describe() {
        return method + " " + url
                + headers.stream().map(header -> ", " + header.name() + ": " + header.value()).reduce("", String::concat)
                + (body == null ? "" : ", with a body of " + body.length() + " characters");
    }
}
