package io.birdseye.loadtest.elsewhere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.generate.WarmUp;
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
import io.birdseye.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderTest {

    @TempDir
    private Path folder;

    private static TrialSettings settings(Budgets budgets, Work work) {
        return new TrialSettings(
                new Served(List.of("rx", "executor"), budgets, work, new ServiceOptions(200, 100, Optional.empty(), List.of("-Xmx3g"))),
                new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(9)), Duration.ofSeconds(30)),
                Measurement.once(7, Path.of("home/of/user"), "./birdseye compare"));
    }

    static Stream<Task<?>> tasks() {
        Work article = Work.article(Duration.ofMillis(200), 5, Layout.BOXED).undelayed("photos");
        TrialSettings equal = settings(new Budgets.Equal(16, 2), article);
        return Stream.of(
                Task.Measure.first(equal),
                new Task.Measure(
                        settings(new Budgets.Published(), article.withScenario(Optional.of(Scenarios.load("checkout-page")))),
                        List.of(new TrialSlot(3, "rx", 2).withFloor())),
                new Task.FindFloor(equal, equal.served().setups().getFirst()));
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
