package io.birdseye.strategy.akka;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import org.junit.jupiter.api.Test;

class ActorsTest {

    /** CVE-2023-31442 is about the other resolver; docs/dependencies.md says that it is not used. */
    @Test
    void namesAreResolvedByTheJdkIfAtAll() {
        ActorSystem system = Actors.start("dns", 2);
        try {
            assertThat(system.settings().config().getString("akka.io.dns.resolver")).isEqualTo("inet-address");
        } finally {
            Actors.stop(system);
        }
    }
}
