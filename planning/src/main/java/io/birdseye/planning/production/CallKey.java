package io.birdseye.planning.production;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.birdseye.planning.production.Span.Kind;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What makes two calls the same one: the service or host that is called, and the operation there; either may be empty. */
record CallKey(String peer, String detail) {

    private static final int MAX_NAME = 56;

    /** A span's name that tells the method alone. */
    private static final String METHOD = "(?i)(HTTP[ .])?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|HTTP)?";

    /** The name of a host that says nothing, before a name that does. */
    private static final String GENERIC = "www\\d*|api|apis|app|rest|http|https|gateway|gw|v\\d+|prod|eu|us";

    private static final String ADDRESS = "localhost|host\\.docker\\.internal|[0-9.]+|.*:.*:.*|\\[.*";
    private static final Pattern HOST = Pattern.compile("([^:\\[]*)(?::(\\d+))?");
    private static final Pattern URL = Pattern.compile("(?:[a-z]+://)?([^/?#]*)(/?[^?#]*).*");
    private static final Pattern TABLE = Pattern.compile("(?i)\\b(?:from|into|update|join|table)\\s+[\"`\\[]?([\\w.$]+)");

    static CallKey of(Span call, PathShapes shapes) {
        if (call.kind() == Kind.PRODUCER) {
            String destination = call.attribute("messaging.destination.name", "messaging.destination");
            return new CallKey(destination.isEmpty() ? call.name() : destination + " publish", "");
        }
        String system = call.attribute("db.system.name", "db.system", "db.type");
        String database = system.isEmpty() && !statement(call).isEmpty() ? "db" : system;
        String peer = peer(call);
        return new CallKey(peer.isEmpty() || !database.isEmpty() && peer.startsWith("port-") ? database : peer,
                !database.isEmpty() ? query(call) : call.name().matches(METHOD + "|" + METHOD + " ?/.*|http.*")
                                ? (method(call) + " " + shapes.template(call)).strip()
                                : shapes.template(peer, call.name()).replaceFirst("^/", ""));
    }

    /** Of the service that answered, where the call itself names nobody. */
    CallKey orOf(String service) {
        return service.isEmpty() || !peer.isEmpty() && !peer.startsWith("port-") ? this : new CallKey(service, detail);
    }

    /** The name of who is called or, where it has only an address, the port: instances of one service share it. */
    static String peer(Span call) {
        String host = call.attribute("peer.service", "client.name", "server.address", "net.peer.name", "http.host", "peer.hostname",
                "net.peer.ip", "network.peer.address");
        String inUrl = url(call, 1).replaceFirst(".*@", "");
        String port = call.attribute("server.port", "net.peer.port");
        return peer(host.isEmpty() ? inUrl : host, port.isEmpty() ? inUrl.replaceFirst("^[^:]*:?", "") : port);
    }

    static String peer(String host, String port) {
        Matcher parts = HOST.matcher(host);
        String name = parts.matches() ? parts.group(1) : host;
        String number = parts.matches() && parts.group(2) != null ? parts.group(2) : port;
        return !name.matches(ADDRESS) ? name : number.isEmpty() ? "" : "port-" + number;
    }

    private static String url(Span span, int part) {
        Matcher parts = URL.matcher(span.attribute("url.full", "http.url"));
        return parts.matches() ? parts.group(part) : "";
    }

    static String method(Span span) {
        String method = span.attribute("http.request.method", "http.method", "method");
        return (method.isEmpty() && span.name().matches(METHOD + " ?/.*|" + METHOD)
                ? span.name().replaceFirst("(?i)^HTTP[ .]", "").replaceFirst(" ?/.*", "") : method).toUpperCase(Locale.ROOT);
    }

    /** The path of a span, or empty; a template where the service says one. */
    static String path(Span span) {
        String path = span.attribute("url.template", "http.route", "uri", "url.path", "http.target", "http.path");
        return !path.isEmpty() ? path : !url(span, 2).isEmpty() ? url(span, 2)
                : span.name().matches(METHOD + " ?/.*") ? span.name().substring(span.name().indexOf('/')) : "";
    }

    /** What paths of one shape have in common. */
    static String base(Span span) {
        return peer(span) + " " + method(span);
    }

    private static String statement(Span call) {
        return call.attribute("db.query.text", "db.statement", "jdbc.query[0]");
    }

    private static String query(Span call) {
        String statement = statement(call);
        Matcher from = TABLE.matcher(statement);
        String table = call.attribute("db.collection.name", "db.sql.table", "db.mongodb.collection");
        String found = table.isEmpty() && from.find() ? from.group(1) : table;
        String operation = call.attribute("db.operation.name", "db.operation");
        String first = operation.isEmpty() ? statement.strip().split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT) : operation;
        String summary = call.attribute("db.query.summary");
        return !summary.isEmpty() ? summary : !found.isEmpty() ? (first + " " + found).strip()
                : call.name().isBlank() ? first : call.name().replaceAll("(?<![A-Za-z_])\\d+", "").strip();
    }

    /** Names for scenario files: the peer, with the operation where a peer has several. */
    static Map<CallKey, String> names(Collection<CallKey> keys) {
        Map<String, Long> hosts = keys.stream().collect(groupingBy(key -> host(key.peer), counting()));
        Map<String, Long> details = keys.stream().collect(groupingBy(key -> kebab(key.detail), counting()));
        Map<CallKey, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (CallKey key : keys) {
            String host = host(key.peer);
            String detail = kebab(key.detail);
            boolean only = !kebab(host).isEmpty() && hosts.getOrDefault(host, 0L) == 1;
            String name = host.startsWith("port-") && !detail.isEmpty() && details.getOrDefault(detail, 0L) == 1 ? detail
                    : kebab(only ? host : host + " " + key.detail);
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
        for (String part : text.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT).split("[^a-z0-9]+")) {
            if (!part.isEmpty() && name.length() + part.length() < MAX_NAME) {
                name.append(name.isEmpty() ? "" : "-").append(part);
            }
        }
        return name.toString().replaceFirst("^(?=\\d)", "c-");
    }

    /** The name of a host in front of its domain, without what many hosts are called. */
    private static String host(String address) {
        String[] labels = address.split("\\.");
        int first = 0;
        while (labels.length - first > 2 && labels[first].matches(GENERIC)) {
            first++;
        }
        return address.contains(" ") || labels.length == 0 ? address : labels[first];
    }
}
