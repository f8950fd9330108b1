package io.birdseye.planning.production;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What makes two calls the same one.
 *
 * @param peer the service or host that is called, or empty
 * @param detail the operation there, or empty
 */
record CallKey(String peer, String detail) {

    private static final int MAX_NAME = 56;
    private static final int MAX_PARTS = 24;

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

    /** The name, with a number if it is taken. */
    static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate); i++) {
            candidate = name + "-" + i;
        }
        return candidate;
    }

    /** As names in scenario files are; empty if nothing is left of it. */
    static String kebab(String text) {
        String[] parts = text.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT).split("[^a-z0-9]+");
        StringBuilder name = new StringBuilder();
        int count = 0;
        for (String part : parts) {
            if (!part.isEmpty() && count < MAX_PARTS && name.length() + part.length() < MAX_NAME) {
                name.append(name.isEmpty() ? "" : "-").append(part);
                count++;
            }
        }
        if (!name.isEmpty() && Character.isDigit(name.charAt(0))) {
            name.insert(0, "c-");
        }
        return name.toString();
    }

    /** The last name of a host in front of its domain; an address says nothing. */
    static String host(String address) {
        if (address.matches("localhost(:\\d+)?|[0-9.]+(:\\d+)?|.*:.*:.*|\\[.*")) {
            return "";
        }
        int dot = address.indexOf('.');
        return dot > 0 ? address.substring(0, dot) : address;
    }

    /** A path without the parts that differ from request to request: numbers, UUIDs, and what follows a '?'. */
    static String pathTemplate(String path) {
        StringBuilder template = new StringBuilder();
        int query = path.indexOf('?');
        for (String part : (query < 0 ? path : path.substring(0, query)).split("/")) {
            boolean varies = part.matches("(?i)[0-9]+|[0-9a-f-]{16,}|.*[{}<>].*");
            if (!part.isEmpty() && !varies) {
                template.append('/').append(part);
            }
        }
        return template.toString();
    }
}
