package io.birdseye.service.server;

import java.util.Iterator;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * The trace that a request is part of, in the headers of W3C's Trace Context; empty if there is none, or none that the
 * recommendation allows. The service records no spans of its own, so it passes both headers to its upstreams as they
 * are: their spans are then children of the client's.
 */
public record TraceContext(String parent, String state) {

    public static final String TRACEPARENT = "traceparent";
    public static final String TRACESTATE = "tracestate";

    public static final TraceContext NONE = new TraceContext("", "");
    private static final int MAX_STATE = 512;

    private static final String IDS = "-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}";

    /** Ids of zeros alone say that there is none; version ff is forbidden; versions after 00 may have more at the end. */
    private static final Pattern PARENT = Pattern.compile("00" + IDS + "|(?!00|ff)[0-9a-f]{2}" + IDS + "(-.*)?");

    /** Of the values of both headers, which hold no line breaks. */
    public static TraceContext of(Iterable<String> traceparent, Iterable<String> tracestate) {
        Iterator<String> parents = traceparent.iterator();
        if (!parents.hasNext()) {
            return NONE;
        }
        String parent = parents.next();
        if (parents.hasNext() || !PARENT.matcher(parent).matches()) {
            return NONE;
        }
        String state = String.join(",", tracestate);
        return new TraceContext(parent, state.length() <= MAX_STATE ? state : "");
    }

    public void forEach(BiConsumer<String, String> add) {
        if (!parent.isEmpty()) {
            add.accept(TRACEPARENT, parent);
            if (!state.isEmpty()) {
                add.accept(TRACESTATE, state);
            }
        }
    }
}
