package io.birdseye.loadtest.elsewhere;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.FakeService;
import io.birdseye.loadtest.gatling.PlainEngine;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.injectors.ControlSettings;
import io.birdseye.loadtest.injectors.ControlledInjector;
import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.scenario.Scenarios;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A coordinator in this JVM, beside a service and an injector that run already. */
class CoordinatorMainTest {

    private static final String TOKEN = ControlSettings.newToken();
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    private int run(Order order) throws Exception {
        Path file = Files.writeString(folder.resolve("order.json"), order.json());
        return CoordinatorMain.run(
                new String[] {file.toString(), folder.resolve("work").toString()}, Optional.of(TOKEN),
                new PrintStream(log, true, UTF_8));
    }

    private static TrialSettings settings(Budgets budgets, Work work) {
        return new TrialSettings(
                new Served(List.of("steady", "executor"), budgets, work, new ServiceOptions(200, 100, Optional.empty(), List.of("-Xmx3g"))),
                new LoadPlan(Load.open(60), new WarmUp(Duration.ofMillis(500), 1, Duration.ZERO), Duration.ofSeconds(1)),
                Measurement.once(7, Path.of("home/of/user"), "./birdseye compare"));
    }

    static Stream<Task<?>> tasks() {
        Work article = Work.article(Duration.ofMillis(20), 5, Layout.BOXED).undelayed("photos");
        TrialSettings equal = settings(new Budgets.Equal(16, 2), article);
        return Stream.of(
                Task.Measure.first(equal),
                new Task.Measure(
                        settings(new Budgets.Published(), article.withScenario(Optional.of(Scenarios.load("checkout-page")))),
                        List.of(new TrialSlot(3, "executor", 2).withFloor())),
                new Task.FindFloor(equal, equal.served().setups().getFirst()));
    }

    @Test
    void aTrialRunsBesideServersThatAreThereAndPrintsItsFiles() throws Exception {
        try (FakeService service = new FakeService(0, 20);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ControlledInjector injector = new ControlledInjector(
                    new ControlSettings("127.0.0.1", 0, TOKEN, folder.resolve("injector"), LONG, LONG, Duration.ZERO),
                    new PlainEngine());
            Future<Integer> ended = threads.submit(injector::awaitEnd);

            int exit = run(new Order(
                    tasks().findFirst().orElseThrow(), service.url(), service.url(), List.of(injector.address().toString())));

            assertThat(exit).as(log.toString(UTF_8)).isZero();
            TrialBundle bundle = TrialBundle.find(log.toString(UTF_8));
            assertThat(bundle.files()).containsOnlyKeys(
                    "answer.sha256", LogFiles.HISTOGRAMS, TrialBundle.RESULT, TrialBundle.SERVICE, LogFiles.SUMMARY);
            Trial trial = ResultsFile.JSON.readValue(bundle.files().get(TrialBundle.RESULT), Task.Measured.class)
                    .trials().getFirst();
            assertThat(trial.reason()).isNull();
            assertThat(trial.measured().requests()).isEqualTo(60);
            assertThat(log.toString(UTF_8)).contains(TrialBundle.PHASE + "block 1, steady: measuring");
            assertThat(ended.get()).as("the injector was told to end").isZero();
        }
    }

    @Test
    void whatCannotBeDoneEndsWithTwoAndOneLine() throws Exception {
        Path none = folder.resolve("none.json");
        int exit = CoordinatorMain.run(
                new String[] {none.toString(), folder.toString()}, Optional.of(TOKEN), new PrintStream(log, true, UTF_8));

        assertThat(exit).isEqualTo(2);
        assertThat(log.toString(UTF_8)).startsWith("coordinator: ").hasLineCount(1);
        assertThat(CoordinatorMain.run(new String[0], Optional.of(TOKEN), System.out)).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void aTaskIsReadAsItWasWritten(Task<?> task) throws Exception {
        String json = new Order(task, "http://service:8080", "http://mock:9090", List.of("http://injector-0:7400")).json();
        Order read = Order.read(Files.writeString(folder.resolve("order.json"), json));

        assertThat(read.task()).isInstanceOf(task.getClass());
        assertThat(read.task().served()).isEqualTo(task.served());
        assertThat(read.task().seconds()).isEqualTo(task.seconds());
        assertThat(read.json()).isEqualTo(json).as("nothing of the user's machine").doesNotContain("home/of/user");
    }

    @Test
    void whatIsNoOrderIsRefusedInOneLine() throws Exception {
        Path file = Files.writeString(folder.resolve("order.json"), "{\"task\":{\"is\":\"Remove\"}}");

        assertThatThrownBy(() -> Order.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is no order: ")
                .hasMessageContaining("Remove");
    }
}
