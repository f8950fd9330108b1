package io.birdseye.strategy.akka;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActorsTest {

    /** One that Akka takes for the end of the program. The thread that dies of it prints nothing. */
    private static final class Silent extends OutOfMemoryError {

        private static final long serialVersionUID = 1L;

        @Override
        public void printStackTrace(PrintStream stderr) {}
    }

    /** Throws the error that it is told, and answers everything else. */
    private static final class Faulty extends AbstractActor {

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Error.class, error -> {
                        throw error;
                    })
                    .match(CompletableFuture.class, answer -> answer.complete(null)).build();
        }
    }

    @Test
    void anErrorThatLeavesAnActorEndsNeitherTheSystemNorItsThreads() throws Exception {
        ActorSystem system = Actors.start("faulty", 1);
        try {
            ActorRef faulty = Actors.first(system, Props.create(Faulty.class, Faulty::new));
            CompletableFuture<Void> answer = new CompletableFuture<>();
            for (int i = 0; i < 4; i++) {
                faulty.tell(new Silent(), ActorRef.noSender());
            }
            faulty.tell(answer, ActorRef.noSender());

            answer.get(60, TimeUnit.SECONDS);
            assertThat(Actors.down(system)).isEmpty();
        } finally {
            Actors.stop(system);
        }
        assertThat(Actors.down(system)).hasValue("its actor system has ended");
    }

    /** CVE-2023-31442 is about the other resolver; docs/reference/dependencies.md says that it is not used. */
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
