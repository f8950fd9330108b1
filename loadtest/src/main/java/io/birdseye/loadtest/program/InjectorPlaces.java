package io.birdseye.loadtest.program;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** Where the injectors of a load run. */
public sealed interface InjectorPlaces {

    /** Beyond it one machine measures its own injectors. */
    int MAX_HERE = 64;

    /** Where a service listens that nobody else reaches. */
    String LOOPBACK = "127.0.0.1";

    InjectorPlaces ONE = new Here(1);

    int count();

    /** The address at which a service must listen that runs on this machine. */
    default String serviceHost() {
        return LOOPBACK;
    }

    /** On this machine, in JVMs that are started for the load. */
    record Here(int count) implements InjectorPlaces {

        public Here {
            if (count < 1 || count > MAX_HERE) {
                throw new IllegalArgumentException(
                        "injectors on this machine must be 1 to " + MAX_HERE + ", but are " + count);
            }
        }
    }

    /** In processes that somebody else starts, such as {@code http://10.0.0.7:7400}, perhaps later than this one. */
    record Elsewhere(List<URI> addresses, String token, Duration patience, String serviceHost) implements InjectorPlaces {

        private static final Duration PATIENCE = Duration.ofSeconds(60);

        public Elsewhere {
            addresses = List.copyOf(addresses);
            if (addresses.isEmpty() || addresses.size() > 1_000 || new HashSet<>(addresses).size() < addresses.size()) {
                throw new IllegalArgumentException(
                        "addresses of injectors must be 1 to 1000, none of them twice, but are " + addresses);
            }
            for (URI address : addresses) {
                if (!"http".equals(address.getScheme()) || address.getHost() == null || address.getPort() < 1) {
                    throw new IllegalArgumentException(
                            "the address of an injector must be like http://10.0.0.7:7400, but is " + address);
                }
            }
        }

        public Elsewhere(List<URI> addresses, String token, String serviceHost) {
            this(addresses, token, PATIENCE, serviceHost);
        }

        @Override
        public int count() {
            return addresses.size();
        }

        /** Without the token, which no message and no result may show. */
        @Override
        public String toString() {
            return "injectors at " + addresses;
        }
    }
}
