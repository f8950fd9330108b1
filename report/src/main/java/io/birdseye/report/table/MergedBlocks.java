package io.birdseye.report.table;

import io.birdseye.report.result.Merged;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Course;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.Work;
import io.birdseye.report.result.UpstreamCalls;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Merges the figures of blocks by the rules that stand on them, see {@link Merged}; what no rule covers stands here. */
final class MergedBlocks {

    private MergedBlocks() {}

    /** What one strategy did, over all its blocks, of which there is at least one. */
    static Measured measured(List<Measured> all) {
        // A block without an answer has no latency: its zeros are no figures.
        List<Measured> some = all.stream().filter(block -> block.requests() > 0).toList();
        List<Measured> answered = some.isEmpty() ? all : some;
        Map<String, Long> errors = new TreeMap<>();
        all.forEach(block -> block.counts().errorsByKind().forEach((kind, n) -> errors.merge(kind, n, Long::sum)));
        Latency response = merged(answered, Measured::response, Map.of());
        return new Measured(
                merged(all, Measured::counts, Map.of("errorsByKind", errors)), response,
                merged(answered, Measured::service, Map.of()), work(all.stream().map(Measured::work).toList()),
                merged(all, Measured::instruments, Map.of("injectors", all.getFirst().instruments().injectors())),
                Course.NONE, parts(answered, response.meanMs()));
    }

    private static Work work(List<Work> all) {
        Resources merged = merged(all, Work::resources, Map.of());
        Double cpu = merged.cpuMsPerRequest();
        // What is left of the CPU time without them has to be the mean that is compared.
        Double compilers = cpu == null || merged.compilerMsPerRequest() == null ? null : (Double) (cpu
                - Merged.Rule.MEAN.of(all.stream().map(Work::resources).mapToDouble(Resources::cpuMsWithoutCompilers).toArray()));
        Map<String, Object> known = new HashMap<>(Map.of(
                "resources", compilers == null ? merged : merged(all, Work::resources, Map.of("compilerMsPerRequest", compilers)),
                "tasks", each(all, Work::tasks, task -> Map.of("name", task.name(), "kind", task.kind()))));
        List<UpstreamCalls> calls = all.stream().map(Work::upstreamCalls).flatMap(Stream::ofNullable).toList();
        if (!calls.isEmpty()) {
            known.put("upstreamCalls", new UpstreamCalls(
                    each(calls, UpstreamCalls::calls, call -> Map.of("name", call.name())),
                    each(calls, UpstreamCalls::pools, pool -> Map.of("name", pool.name()))));
        }
        return merged(all, work -> work, known);
    }

    /** Records of which each block has several, those with the same names together. */
    private static <T, R extends Record> List<R> each(List<T> all, Function<T, List<R>> parts, Function<R, Map<String, Object>> names) {
        return parts.apply(all.getFirst()).stream()
                .map(first -> merged(
                        all.stream().flatMap(block -> parts.apply(block).stream())
                                .filter(other -> names.apply(other).equals(names.apply(first))).toList(),
                        names.apply(first)))
                .toList();
    }

    /** The mean of each part; the rest of it makes them add up to the mean response time that the table shows. */
    private static @Nullable ResponseParts parts(List<Measured> answered, double responseMs) {
        List<ResponseParts> all = answered.stream().flatMap(block -> Stream.ofNullable(block.parts())).toList();
        return all.size() < answered.size() ? null : ResponseParts.mean(all).of(responseMs);
    }

    /** @param known components, by name, to which no rule applies */
    private static <T, R extends Record> R merged(List<T> all, Function<T, R> part, Map<String, Object> known) {
        List<R> blocks = all.stream().map(part).toList();
        return merged(blocks, known);
    }

    @SuppressWarnings("unchecked") // of the class of the blocks
    private static <R extends Record> R merged(List<R> blocks, Map<String, Object> known) {
        RecordComponent[] components = blocks.getFirst().getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                values[i] = known.containsKey(components[i].getName())
                        ? known.get(components[i].getName()) : component(components[i], blocks);
            }
            return (R) blocks.getFirst().getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("blocks cannot be merged", e);
        }
    }

    private static @Nullable Object component(RecordComponent component, List<? extends Record> blocks)
            throws ReflectiveOperationException {
        Merged merged = component.getAnnotation(Merged.class);
        Object[] values = new Object[blocks.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = component.getAccessor().invoke(blocks.get(i));
        }
        if (merged == null || Stream.of(values).anyMatch(Objects::isNull)) {
            return null;
        }
        if (merged.value() == Merged.Rule.EACH) {
            return merged(Stream.of(values).map(Record.class::cast).toList(), Map.of());
        }
        double number = merged.value().of(Stream.of(values).mapToDouble(value -> ((Number) value).doubleValue()).toArray());
        Class<?> type = component.getType();
        return type == int.class || type == Integer.class ? (Object) (int) number
                : type == long.class || type == Long.class ? (Object) (long) number : (Object) number;
    }
}
