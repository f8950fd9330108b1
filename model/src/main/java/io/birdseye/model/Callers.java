package io.birdseye.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who may call a server. A web page can make its visitor's browser send requests to servers of the visitor's machine
 * and network. Two rules refuse such requests; programs other than browsers do not notice them.
 *
 * <p>DNS rebinding: the name of the page's host resolves to an address of the visitor's network, and the browser takes
 * the answer for one of the page's own. The {@code Host} of such a request is a name of the public DNS, so it is
 * allowed only if the user lists it. Cross-site requests: a browser says in {@code Sec-Fetch-Site} or {@code Origin}
 * which site sent a request that may change something (W3C Fetch Metadata; the rule is that of Go's
 * {@code CrossOriginProtection}).
 *
 * @param names further names that {@code Host} may have, in lower case; {@code *} for all
 */
public record Callers(Set<String> names) {

    /** What a {@code Host} may be, as the end of a sentence. */
    public static final String ALLOWED =
            "an IP address, localhost, a name without a dot, or a name that the option --allowed-hosts lists";

    private static final Pattern AUTHORITY =
            Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]|[A-Za-z0-9._~-]{1,253})(:(\\d{1,5}))?");
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final int MAX_PORT = 65_535;

    /** Reads names that are separated by commas; blank for none. */
    public static Callers parse(String list) {
        return new Callers(Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Whether this is a host with or without a port, as RFC 9110, section 7.2 has it. */
    public static boolean isAuthority(String host) {
        var parts = AUTHORITY.matcher(host);
        return parts.matches() && (parts.group(3) == null || Integer.parseInt(parts.group(3)) <= MAX_PORT);
    }

    /** Whether a request may name this host, with or without a port. Public DNS has no names without a dot. */
    public boolean allows(String host) {
        String name = host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
        return name.indexOf('.') < 0
                || name.endsWith(".localhost")
                || ADDRESS.matcher(name).matches()
                || names.contains(name)
                || names.contains("*");
    }

    /** Whether a page of another site sent a request that may change something, as its headers say. */
    public static boolean isCrossSite(
            String method, @Nullable String site, @Nullable String origin, @Nullable String host) {
        if (method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS")) {
            return false;
        }
        if (site != null) {
            return !(site.equals("same-origin") || site.equals("none"));
        }
        return origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host);
    }
}
