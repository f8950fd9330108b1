package io.birdseye.service;

import io.birdseye.service.server.HttpHost;
import java.util.List;
import java.util.ServiceLoader;

/** The HTTP servers on the class path. */
final class HttpHosts {

    private HttpHosts() {}

    private static List<HttpHost.Provider> all() {
        return ServiceLoader.load(HttpHost.Provider.class, HttpHosts.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** @throws IllegalArgumentException if there is none of that name; lists those that there are */
    static HttpHost.Provider named(String name) {
        List<HttpHost.Provider> all = all();
        return all.stream().filter(host -> host.name().equals(name)).findFirst().orElseThrow(() ->
                new IllegalArgumentException("--http-server must be one of "
                        + String.join(", ", all.stream().map(HttpHost.Provider::name).sorted().toList()) + ", but is "
                        + name));
    }
}
