package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Axis;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.model.Layout;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Results.SetupUsed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons that vary more than the strategy. */
class AxesComparisonTest {

    @TempDir
    private Path out;

    private static Axis jvm(String... labelsAndFlags) {
        List<Axis.Value> values = IntStream.range(0, labelsAndFlags.length / 2)
                .mapToObj(i -> new Axis.Value(labelsAndFlags[2 * i], labelsAndFlags[2 * i + 1],
                        setup -> setup.withJvmFlags(List.of(labelsAndFlags[2 * i + 1]))))
                .toList();
        return new Axis("jvm", values);
    }

    private static Axis layouts() {
        return new Axis("layout", List.of(
                new Axis.Value("boxed", "boxed", setup -> setup.withLayout(Layout.BOXED)),
                new Axis.Value("primitive", "primitive", setup -> setup.withLayout(Layout.PRIMITIVE))));
    }

    private static Served varied(Served served, Axis... axes) {
        return new Served(served.strategies(), served.budgets(), served.work(), served.service(), List.of(axes));
    }

    private TrialSettings settings(Axis... axes) {
        TrialSettings plain = SmallComparison.settings(out, "steady");
        return new TrialSettings(varied(plain.served(), axes), plain.load(), plain.measurement());
    }

    /** One runs, one has a heap that no JVM takes, and one an HTTP server that the service does not have. */
    @Test
    void whatCannotRunFailsWithTheWordsOfTheJvmOrOfTheServiceAndTheOthersAreMeasured() throws Exception {
        Axis hosts = new Axis("http-server", List.of(
                new Axis.Value("one", "", setup -> setup.withArgument("--http-server=one")),
                new Axis.Value("none", "", setup -> setup.withArgument("--http-server=none")),
                new Axis.Value("tiny", "", setup -> setup.withJvmFlags(List.of("-Xmx1k")))));

        Results results = new Comparison(settings(hosts), FakePrograms.all(), Progress.NONE).run();

        var reasons = new HashMap<String, @Nullable String>();
        results.trials().forEach(trial -> reasons.put(trial.row().label(), trial.reason()));
        assertThat(reasons).hasSize(3).containsEntry("steady · one", null);
        assertThat(reasons.get("steady · none"))
                .startsWith("no floor could be measured: ").contains("--http-server must be one of some, but is none");
        assertThat(reasons.get("steady · tiny")).startsWith("no floor could be measured: ").contains("Too small maximum heap");
        assertThat(results.setups()).extracting(SetupUsed::floor).containsExactly(results.floor());
    }

    @Test
    void eachCombinationHasItsFloorAndEachRowIsATrialAndBothAreKept() throws Exception {
        TrialSettings settings = settings(jvm("small", "-Xmx128m", "none", "-Xmx1k"), layouts());
        FakeSite site = new FakeSite().failing(label -> label.contains("none") ? "no heap" : "");

        Results results = new Comparison(settings, BlockPlan.PLAIN, site, Progress.NONE).run();

        assertThat(results.trials()).extracting(trial -> trial.row().label() + " " + trial.reason())
                .containsExactlyInAnyOrder(
                        "steady · small · boxed null", "steady · small · primitive null",
                        "steady · none · boxed no floor could be measured: no heap",
                        "steady · none · primitive no floor could be measured: no heap");
        assertThat(results.setups()).extracting(setup -> RowKey.label(setup.axes()))
                .containsExactly("small · boxed", "small · primitive");
        assertThat(results.setups()).extracting(SetupUsed::floor).doesNotHaveDuplicates().contains(results.floor());
        assertThat(results.settings().varied()).hasSize(2);
        assertThat(out.resolve("trials/calibration+small+boxed.json")).exists();
        assertThat(out.resolve("trials/1-steady+small+boxed.json")).exists();

        site.measured.clear();
        Results again = new Comparison(settings, BlockPlan.PLAIN, site, Progress.NONE).run();
        assertThat(site.measured).containsExactly("floor of none · boxed", "floor of none · primitive");
        assertThat(again.trials()).containsExactlyInAnyOrderElementsOf(results.trials());
        assertThat(again.setups()).isEqualTo(results.setups());
    }

    @Test
    void whereNothingCanRunTheComparisonSaysWhy() {
        FakeSite site = new FakeSite().failing(label -> "no heap for " + label);

        assertThatThrownBy(() -> new Comparison(
                        settings(jvm("a", "-Xmx1k", "b", "-Xmx2k")), BlockPlan.PLAIN, site, Progress.NONE).run())
                .isInstanceOf(TrialFailure.class)
                .hasMessage("no heap for b");
    }

    @Test
    void rowsAreAllCombinationsAndOnlyAxesOfSeveralValuesNameThem() {
        Served served = varied(SmallComparison.served("a", "b"), jvm("only", "-Xmx64m"), layouts());

        assertThat(served.rows()).extracting(RowKey::label)
                .containsExactly("a · boxed", "a · primitive", "b · boxed", "b · primitive");
        assertThat(served.setups()).allMatch(setup -> setup.jvmFlags().equals(List.of("-Xmx64m")));
        assertThat(served.request(served.rows().get(1)).pathAndQuery()).contains("layout=primitive");
        assertThat(served.request("a").pathAndQuery()).contains("layout=boxed");
    }

    @Test
    void allRowsOfABlockAreInOneRandomOrderAndPairsRunWithTheSameValues() {
        Served served = varied(SmallComparison.served("a", "b", "c"), jvm("x", "-Xmx64m", "y", "-Xmx65m"), layouts());
        BlockPlan plan = new BlockPlan(List.of(new BlockPlan.Pair("a", "b")), Optional.empty());

        List<TrialSlot> slots = new BlockSeries(served.rows(), plan.pairs(), 3).nextBlock();

        assertThat(slots).hasSize(plan.trials(served)).hasSize(4 * (3 + 2));
        List<String> pairs = slots.stream()
                .filter(slot -> !slot.strategy().equals("c"))
                .map(slot -> RowKey.label(slot.row().axes()))
                .toList();
        for (int i = 0; i < pairs.size(); i += 4) {
            assertThat(pairs.subList(i, i + 4)).containsOnly(pairs.get(i));
        }
        assertThat(slots).extracting(slot -> slot.strategy().equals("c")).as("rows of all values are mixed")
                .containsSubsequence(true, false, true);
    }

    @Test
    void anAxisWithTheSameLabelTwiceIsRefused() {
        assertThatThrownBy(() -> jvm("x", "-Xmx64m", "x", "-Xmx65m")).hasMessage("--jvm has 'x' twice");
        assertThatThrownBy(() -> new Axis("jvm", List.of())).hasMessage("--jvm needs at least one value");
    }

    @Test
    void onAnotherJdkTheServiceGetsNeitherPreviewsNorTheClassCache() throws Exception {
        Path home = Files.createDirectories(out.resolve("jdk-27"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"27-ea\"\n");
        Programs fakes = FakePrograms.all();
        Programs programs = new Programs(fakes.java(), fakes.home(), fakes.mockApi(), new JavaProgram("Service", "x.jar",
                List.of("--enable-preview", "-XX:AOTCache=x.aot", "--enable-native-access=ALL-UNNAMED")), fakes.injector());

        List<String> other = programs.serviceCommand(Optional.of(new Jdk(home)), List.of("-Xmx1g"), List.of());

        assertThat(other).startsWith(home.resolve("bin/java").toString())
                .contains("--enable-native-access=ALL-UNNAMED", "-Xmx1g").doesNotContain("--enable-preview", "-XX:AOTCache=x.aot");
        assertThat(programs.serviceCommand(Optional.empty(), List.of(), List.of())).contains("--enable-preview");
        assertThat(programs.serviceCommand(Optional.of(Jdk.of(programs.java())), List.of(), List.of()))
                .contains("--enable-preview", "-XX:AOTCache=x.aot");
    }
}
