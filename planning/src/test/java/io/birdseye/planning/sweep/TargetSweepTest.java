package io.birdseye.planning.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.foreign.TargetSettings;
import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.RequestTemplate;
import io.birdseye.loadtest.plan.ServiceTarget;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.model.Load;
import io.birdseye.report.result.ValidityBounds;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetSweepTest {

    private static final ValidityBounds ANY = new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, 1.0);

    @TempDir
    private Path out;

    private static SweepPlan plan(String... axes) {
        return new SweepPlan(Stream.of(axes).map(SweepAxis::parse).toList(), 1);
    }

    /** Each point starts an injector of its own, so there are two; the order of variants is SweepTest's. */
    @Test
    void aPointIsMeasuredAtEachRate() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
        try {
            JavaProgram injector = JavaProgram.ofThisClassPath(InjectorMain.class);
            TargetSettings base = new TargetSettings(
                    new ServiceTarget.Running(new RequestTemplate(
                                    "http://127.0.0.1:" + server.getAddress().getPort() + "/{a,b}", Optional.empty(),
                                    List.of(), Optional.empty(), Expectation.OK)
                            .variants()),
                    "", Load.open(1), Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(10),
                    new Measurement(1, 1, ANY, out, "./birdseye sweep")).only("a");

            SweepResult result = new TargetSweep(
                            plan("rate=10,20"), base,
                            new Programs(JavaProgram.thisJava(), Path.of(""), injector, injector, injector), Progress.NONE)
                    .run();

            assertThat(result.strategies()).containsExactly("a");
            assertThat(result.points()).hasSize(2).allSatisfy(point -> {
                assertThat(point.failure()).isNull();
                assertThat(point.figures().requests()).isEqualTo(point.values().get("rate").longValue());
            });
            assertThat(out.resolve("sweep.html")).exists();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void onlyTheLoadOfAServiceOfOnesOwnCanBeSwept() {
        assertThatIllegalArgumentException().isThrownBy(() -> TargetSweep.checked(plan("io-threads=4,8")))
                .withMessageContaining("rate or users can be on an axis, but not io-threads");
        assertThatIllegalArgumentException().isThrownBy(() -> TargetSweep.checked(plan("rate=4,8", "users=1,2")))
                .withMessageContaining("either open or closed");
    }
}
