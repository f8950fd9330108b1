package io.birdseye.loadtest;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a service answers, with all that a check looks at. */
final class FakeAnswers {

    static final String SERVER_TIMING = "posts-queue;dur=0.100, posts-io;dur=15.000, comments-queue;dur=0.100, "
            + "comments-io;dur=16.000, albums-queue;dur=0.100, albums-io;dur=17.000, photos-queue;dur=0.100, "
            + "photos-io;dur=18.000, combine-posts-queue;dur=0.100, combine-posts-cpu;dur=1.000, "
            + "combine-albums-queue;dur=0.100, combine-albums-cpu;dur=2.000, join-queue;dur=0.010, join-cpu;dur=0.020, "
            + "total;dur=21.000";

    private FakeAnswers() {}

    static String overview(int factor) {
        return "{\"userId\":1,\"posts\":" + group(1, 10, "comments", "postId", 5, factor, 1_250_000)
                + ",\"albums\":" + group(1, 10, "photos", "albumId", 50, factor, 625_000) + "}";
    }

    private static String group(int userId, int parents, String children, String key, int each, int factor, long size) {
        String items = IntStream.rangeClosed(1, parents)
                .mapToObj(parent -> "{\"userId\":" + userId + ",\"id\":" + parent + ",\"title\":\"t\",\"" + children
                        + "\":[" + IntStream.rangeClosed(1, each)
                                .mapToObj(i -> "{\"" + key + "\":" + parent + ",\"id\":"
                                        + ((parent - 1) * each + i) + "}")
                                .collect(Collectors.joining(",")) + "]}")
                .collect(Collectors.joining(","));
        long sum = 0;
        for (long i = 0; i < size; i++) {
            sum += i % 1_000 + 1;
        }
        return "{\"items\":[" + items + "],\"multiplied\":{\"factor\":" + factor + ",\"size\":" + size
                + ",\"checksum\":" + factor * sum + "}}";
    }

    static String strategies() {
        return Stream.of("steady", "second", "third", "fourth", "fifth", "failing", "wrong", "dying", "full", "in-turn", "narrow")
                .map(name -> """
                        {"name":"%s","summary":"s","waits":"w","source":"s","client":"blocking","origin":"published",
                        "blocksHttpThread":true,
                        "publishedBudget":{"ioConcurrency":8,"cpuConcurrency":2,"maxInFlight":1000},
                        "budget":{"ioConcurrency":16,"cpuConcurrency":2,"maxInFlight":2000},
                        "topology":{"callsInTurn":%s,"blocksHttpThread":true,"ioThreads":16,"ioPerCall":[],
                        "cpuThreads":2,"cpuPerGroup":[],"cpuOnIoThreads":false}}""".formatted(name, name.equals("in-turn")))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Of a request with two calls, of which the other takes 10 ms. */
    static String trace(String strategy, int overviews, int callMillis) {
        return """
                {"strategy":"%s","summary":"","waits":"","httpThread":"seen-%d","httpThreadBlocked":true,
                "httpThreadReleasedMs":null,"callsHoldThreads":true,"totalMs":%d,"answer":{"userId":1},"tasks":[
                {"name":"posts","kind":"io","group":0,"readyMs":0,"startMs":0,"endMs":%d,"thread":"a","poolMs":0,"attempts":1},
                {"name":"photos","kind":"io","group":0,"readyMs":0,"startMs":0,"endMs":10,"thread":"b","poolMs":0,"attempts":1},
                {"name":"posts","kind":"combine","group":0,"readyMs":%d,"startMs":%d,"endMs":%d,"thread":"a","poolMs":0,"attempts":1}
                ]}""".formatted(strategy, overviews, callMillis + 1, callMillis, callMillis, callMillis, callMillis + 1);
    }

    static String resources(long requests, long cpuNanos) {
        return """
                {"process":{"nanos":%d,"cpuNanos":%d,"jitNanos":%d,"allocatedBytes":%d,"collections":{"pauses":3,"pauseMs":12.5},
                "contextSwitches":%d,"peakThreads":25,"peakRssBytes":104857600},
                "jvm":{"pid":%d,"version":"25","collector":"Parallel","flags":["-Xmx512m"]},
                "requests":{"started":%d,"finished":%d,"succeeded":%d,"refused":0,"failed":0},
                "sharedPools":[],
                "tasks":[{"name":"posts","kind":"io","after":null,"share":1,"count":%d,"queueNanos":%d,"runNanos":%d,"attempts":%d,"timeouts":0}],
                "pools":[{"strategy":"steady","budget":{"ioConcurrency":16,"cpuConcurrency":2,"maxInFlight":40},
                "peak":{"calls":9,"combinations":2,"requests":31},"running":{"calls":0,"combinations":0,"requests":0}}]}"""
                .formatted(System.nanoTime(), cpuNanos, cpuNanos / 5, requests * 1_000_000, requests * 10,
                        ProcessHandle.current().pid(), requests, requests, requests, requests, requests * 500_000,
                        requests * 15_000_000, requests);
    }
}
