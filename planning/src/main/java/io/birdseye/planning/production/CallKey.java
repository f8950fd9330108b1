package io.birdseye.planning.production;

import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What makes two calls the same one: the service or host that is called, and the operation there; either may be empty. */
record CallKey(String peer, String detail) {

    private static final int MAX_NAME = 56;
    private static final int MAX_PARTS = 24;

    /** A span's name that tells the method alone. */
    private static final String METHOD = "(HTTP )?[A-Z]{3,7}";

    static CallKey of(Span call) {
        String peer = call.attribute("peer.service", "server.address", "net.peer.name", "http.host");
        String database = call.attribute("db.system.name", "db.system");
        boolean named = !host(peer).isEmpty();
        String operation = call.name().isBlank() || call.name().matches(METHOD)
                ? call.name() + " " + pathTemplate(path(call))
                : pathTemplate(call.name()).replaceFirst("^/", "");
        operation = operation.strip();
        if (!named && database.isEmpty()) {
            boolean nameless = operation.isEmpty() || operation.matches(METHOD);
            return new CallKey("", nameless ? "port " + call.attribute("server.port", "net.peer.port") : operation);
        }
        return new CallKey(named ? peer : database, operation);
    }

    private static String path(Span call) {
        String path = call.attribute("url.template", "http.route", "url.path", "http.target");
        try {
            String ofUrl = path.isEmpty() ? URI.create(call.attribute("url.full", "http.url")).getPath() : path;
            return ofUrl == null ? "" : ofUrl;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Names for scenario files: the peer, with the operation where a peer has several. */
    static Map<CallKey, String> names(Collection<CallKey> keys) {
        Map<String, Integer> ofPeer = new HashMap<>();
        keys.forEach(key -> ofPeer.merge(kebab(host(key.peer)), 1, Integer::sum));
        Map<CallKey, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (CallKey key : keys) {
            String peer = kebab(host(key.peer));
            boolean alone = !peer.isEmpty() && ofPeer.getOrDefault(peer, 0) == 1;
            String name = alone ? peer : kebab(peer + " " + key.detail);
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

    /** The last name of a host in front of its domain; an address says nothing. */
    private static String host(String address) {
        if (address.matches("localhost(:\\d+)?|[0-9.]+(:\\d+)?|.*:.*:.*|\\[.*")) {
            return "";
        }
        int dot = address.indexOf('.');
        return dot > 0 ? address.substring(0, dot) : address;
    }

    /** A path without the parts that differ from request to request: numbers, UUIDs, and what follows a '?'. */
    private static String pathTemplate(String path) {
        StringBuilder template = new StringBuilder();
        for (String part : path.split("\\?", 2)[0].split("/")) {
            if (!part.isEmpty() && !part.matches("(?i)[0-9]+|[0-9a-f-]{16,}|.*[{}<>].*")) {
                template.append('/').append(part);
            }
        }
        return template.toString();
    }
}
