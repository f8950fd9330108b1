package io.birdseye.benchmarks.profile;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A method in the tree of all stacks, with the samples that were taken in it or in what it called. */
final class Frame {

    private final String name;
    private final Map<String, Frame> callees = new TreeMap<>();
    private long samples;

    Frame(String name) {
        this.name = name;
    }

    /** Counts one sample of a stack, outermost method first. */
    void add(List<String> stack) {
        samples++;
        if (!stack.isEmpty()) {
            callees.computeIfAbsent(stack.getFirst(), Frame::new).add(stack.subList(1, stack.size()));
        }
    }

    String name() {
        return name;
    }

    long samples() {
        return samples;
    }

    /** In the order of their names, so that two pictures can be laid beside one another. */
    List<Frame> callees() {
        return List.copyOf(callees.values());
    }

    /** How many methods deep the deepest stack is, as far as it is wide enough to be seen. */
    int depth(double leastSamples) {
        return 1 + callees.values().stream()
                .filter(callee -> callee.samples >= leastSamples)
                .mapToInt(callee -> callee.depth(leastSamples))
                .max()
                .orElse(0);
    }
}
