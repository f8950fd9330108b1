package io.birdseye.loadtest.plan;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** Which hosts get load, or are asked: this machine, and those that the user has named. A load is an attack on anybody else. */
public record AllowedHosts(List<String> allowed) {

    public AllowedHosts {
        allowed = List.copyOf(allowed);
    }

    /** @throws IllegalArgumentException if the host of an address gets none */
    public void require(URI address) {
        String host = address.getHost().replaceAll("^\\[|]$", "");
        if (!permits(host)) {
            throw new IllegalArgumentException("load goes to this machine only, not to '" + host
                    + "'; if you may put load on that host, add --allow-host " + host);
        }
    }

    /** Whether it is named, or this machine, for which the system is asked for its addresses. */
    public boolean permits(String host) {
        try {
            return allowed.stream().anyMatch(host::equalsIgnoreCase)
                    || Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
