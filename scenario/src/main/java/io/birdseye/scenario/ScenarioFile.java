package io.birdseye.scenario;

import io.birdseye.model.WholeFile;
import io.birdseye.scenario.CpuStage.Multiply;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.scenario.Scenario.Group;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A scenario with the text that it was read from: the text goes to the programs and into the results, since it is what
 * repeats a measurement.
 */
public record ScenarioFile(Scenario scenario, String text) {

    /** Its name: settings are printed with it, in one line. */
    @Override
    public String toString() {
        return scenario.name();
    }

    /**
     * Reads a file, or a scenario that ships where there is no file of that name.
     *
     * @param fileOrName for example {@code shop.yaml} or {@code checkout-page}
     * @throws InvalidScenario with all problems by line, if there are any
     * @throws IOException in one line, naming the file, if it cannot be read
     */
    public static ScenarioFile load(String fileOrName, Collection<String> strategies)
            throws IOException, InvalidScenario {
        Path file = Path.of(fileOrName);
        if (!Files.exists(file) && Scenarios.NAMES.contains(fileOrName)) {
            return Scenarios.load(fileOrName);
        }
        try {
            return parse(fileOrName, WholeFile.read(file, YamlDocument.MAX_BYTES), strategies);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no scenario file '" + fileOrName + "', and none of that name ships; shipped"
                    + " are " + String.join(", ", Scenarios.NAMES), e);
        } catch (CharacterCodingException e) {
            throw new IOException(fileOrName + ":1: a scenario is text in UTF-8, but this is not", e);
        } catch (IOException e) {
            throw new IOException("the scenario file '" + fileOrName + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads a text. It finds everything that is wrong in one pass. */
    public static ScenarioFile parse(String name, String text, Collection<String> strategies) throws InvalidScenario {
        YamlDocument document = YamlDocument.ofScenario(name, text);
        SchemaCheck.check(document);
        ReferenceCheck.check(document, strategies);
        document.requireValid();
        return new ScenarioFile(new ScenarioReader(document.json()).scenario(), text);
    }

    /**
     * The main article's tree, which is served from the data and by the combinations of its own: same calls, same
     * sizes, and equal shared lists. Latencies and failures may differ.
     *
     * @return the shared memory that both groups multiply; empty for any other tree
     */
    public Optional<Multiply> articleTree() {
        List<Group> groups = scenario.groups();
        return groups.getFirst().cpu() instanceof Multiply multiply
                        && groups.stream().allMatch(group -> group.cpu().equals(multiply))
                        && shapeOf(groups).equals(shapeOf(Scenarios.load(Scenarios.OVERVIEW).scenario().groups()))
                ? Optional.of(multiply) : Optional.empty();
    }

    /** What makes the answer of these groups: all but latencies, faults and CPU work. */
    private static List<List<Object>> shapeOf(List<Group> groups) {
        return groups.stream()
                .flatMap(group -> group.calls().stream().map(call -> List.<Object>of(
                        group.name(), call.name(), call.payload(), call.chain().size(), call.policy().probability())))
                .toList();
    }

    /** The mean time of every chain of calls, in ms, in the order of the file. */
    public List<Double> meanCallMs() {
        return scenario.groups().stream().flatMap(group -> group.calls().stream()).map(Call::meanMs).toList();
    }

    /** Whether a request may fail because one of its calls does. */
    public boolean mayFail() {
        return failingShare() > 0;
    }

    /** The share of requests that fail because a call of theirs does; calls fail independently of one another. */
    public double failingShare() {
        return 1 - scenario.groups().stream()
                .flatMap(group -> group.calls().stream())
                .mapToDouble(call -> 1 - call.failingShare())
                .reduce(1, (a, b) -> a * b);
    }
}
