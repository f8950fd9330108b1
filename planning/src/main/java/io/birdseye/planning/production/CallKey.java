package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Kind;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What makes two calls the same one: the service or host that is called, and the operation there; either may be empty. */
record CallKey(String peer, String detail) {

    private static final int MAX_NAME = 56;
    private static final int MAX_PARTS = 24;

    /** A span's name that tells the method alone. */
    private static final String METHOD = "(?i)(HTTP[ .])?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|HTTP)?";

    /** The name of a host that says nothing, before a name that does. */
    private static final String GENERIC = "www\\d*|api|apis|app|rest|http|https|gateway|gw|v\\d+|prod|eu|us";

    private static final String ADDRESS = "localhost|host\\.docker\\.internal|[0-9.]+|.*:.*:.*|\\[.*";
    private static final Pattern TABLE = Pattern.compile("(?i)\\b(?:from|into|update|join|table)\\s+[\"`\\[]?([\\w.$]+)");

    static CallKey of(Span call, PathShapes shapes) {
        if (call.kind() == Kind.PRODUCER) {
            String destination = call.attribute("messaging.destination.name", "messaging.destination");
            return new CallKey(destination.isEmpty() ? call.name() : destination + " publish", "");
        }
        String database = call.attribute("db.system.name", "db.system");
        String peer = peer(call);
        String operation = database.isEmpty() ? http(call, peer, shapes) : query(call);
        return new CallKey(peer.isEmpty() || !database.isEmpty() && peer.startsWith("port-") ? database : peer, operation);
    }

    /** The name of who is called or, where it has only an address, the port: instances of one service share it. */
    static String peer(Span call) {
        URI url = url(call);
        String host = call.attribute("peer.service", "client.name", "server.address", "net.peer.name", "http.host", "peer.hostname",
                "net.peer.ip", "network.peer.address");
        String named = host.isEmpty() && url != null && url.getHost() != null ? url.getHost() : host;
        String port = call.attribute("server.port", "net.peer.port");
        return peer(named, port.isEmpty() && url != null && url.getPort() > 0 ? Integer.toString(url.getPort()) : port);
    }

    static String peer(String host, String port) {
        Matcher parts = Pattern.compile("([^:\\[]*)(?::(\\d+))?").matcher(host);
        String name = parts.matches() ? parts.group(1) : host;
        String number = parts.matches() && parts.group(2) != null ? parts.group(2) : port;
        return !name.matches(ADDRESS) ? name : number.isEmpty() ? "" : "port-" + number;
    }

    private static @Nullable URI url(Span span) {
        try {
            String url = span.attribute("url.full", "http.url");
            return url.isEmpty() ? null : URI.create(url.replaceAll("[?#].*|[{}|\\\\^\\[\\]`\"<> ]", ""));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static String method(Span span) {
        String method = span.attribute("http.request.method", "http.method", "method");
        return (method.isEmpty() && !span.name().isBlank() && span.name().matches(METHOD + " ?/.*|" + METHOD)
                        ? span.name().replaceFirst("(?i)^HTTP[ .]", "").replaceFirst(" ?/.*", "") : method)
                .toUpperCase(Locale.ROOT);
    }

    /** The path of a span, or empty; a template where the service says one. */
    static String path(Span span) {
        String path = span.attribute("url.template", "http.route", "uri", "url.path", "http.target");
        URI url = path.isEmpty() ? url(span) : null;
        return url != null && url.getRawPath() != null ? url.getRawPath()
                : path.isEmpty() && span.name().matches(METHOD + " ?/.*") ? span.name().substring(span.name().indexOf('/')) : path;
    }

    private static String http(Span call, String peer, PathShapes shapes) {
        if (!call.name().matches(METHOD + "|" + METHOD + " ?/.*|http.*")) {
            return shapes.template(peer, call.name()).replaceFirst("^/", "");
        }
        return (method(call) + " " + shapes.template(base(call), path(call))).strip();
    }

    /** What paths of one shape have in common. */
    static String base(Span span) {
        return peer(span) + " " + method(span);
    }

    private static String query(Span call) {
        String statement = call.attribute("db.query.text", "db.statement");
        Matcher from = TABLE.matcher(statement);
        String table = call.attribute("db.collection.name", "db.sql.table", "db.mongodb.collection");
        String found = table.isEmpty() && from.find() ? from.group(1) : table;
        String operation = call.attribute("db.operation.name", "db.operation");
        String first = operation.isEmpty() ? statement.strip().split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT) : operation;
        String summary = call.attribute("db.query.summary");
        return !summary.isEmpty() ? summary
                : !found.isEmpty() ? (first + " " + found).strip()
                : call.name().isBlank() ? first : call.name().replaceAll("(?<![A-Za-z_])\\d+", "").strip();
    }

    /** Names for scenario files: the peer, with the operation where a peer has several. */
    static Map<CallKey, String> names(Collection<CallKey> keys) {
        Map<String, Integer> ofPeer = new HashMap<>();
        Map<String, Integer> ofDetail = new HashMap<>();
        keys.forEach(key -> {
            ofPeer.merge(host(key.peer), 1, Integer::sum);
            ofDetail.merge(kebab(key.detail), 1, Integer::sum);
        });
        Map<CallKey, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (CallKey key : keys) {
            String peer = kebab(host(key.peer));
            String detail = kebab(key.detail);
            boolean port = peer.startsWith("port-") && !detail.isEmpty() && ofDetail.getOrDefault(detail, 0) == 1;
            String name = port ? detail
                    : !peer.isEmpty() && ofPeer.getOrDefault(host(key.peer), 0) == 1 ? peer
                    : kebab(host(key.peer) + " " + key.detail);
            names.put(key, unique(name.isEmpty() ? "call" : name, taken));
        }
        return names;
    }

    static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate); i++) {
            candidate = name + "-" + i;
        }
        return candidate;
    }

    /** As names in scenario files are; empty if nothing is left of it. */
    static String kebab(String text) {
        StringBuilder name = new StringBuilder();
        int count = 0;
        for (String part : text.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT).split("[^a-z0-9]+")) {
            if (!part.isEmpty() && count < MAX_PARTS && name.length() + part.length() < MAX_NAME) {
                name.append(name.isEmpty() ? "" : "-").append(part);
                count++;
            }
        }
        return name.toString().replaceFirst("^(?=\\d)", "c-");
    }

    /** The name of a host in front of its domain, without what many hosts are called. */
    private static String host(String address) {
        Deque<String> labels = new ArrayDeque<>(Arrays.asList(address.split("\\.")));
        while (labels.size() > 2 && labels.getFirst().matches(GENERIC)) {
            labels.removeFirst();
        }
        return address.isEmpty() || address.contains(" ") ? address : labels.getFirst();
    }
}
