package io.birdseye.service.overview;

import io.birdseye.service.problem.BadParameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A parameter of a request: what reads and refuses it is also what the API's description is made from. */
public sealed interface Parameter {

    String name();

    String description();

    /** What may be given, as the end of a sentence. */
    String allowed();

    /** The same as JSON Schema. */
    Map<String, Object> schema();

    default BadParameter refuse(String value) {
        return new BadParameter(name(), value, allowed());
    }

    /** A whole number within bounds. */
    record WholeNumber(String name, String description, int min, int max) implements Parameter {

        @Override
        public String allowed() {
            return "a whole number from " + min + " to " + max;
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "integer");
            schema.put("minimum", min);
            schema.put("maximum", max);
            return schema;
        }

        /** @throws BadParameter if it is not allowed */
        int read(String value) {
            try {
                int number = Integer.parseInt(value);
                if (number >= min && number <= max) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Told below, in the same words as a number out of bounds.
            }
            throw refuse(value);
        }
    }

    /** One of some words. */
    record Choice(String name, String description, List<String> choices) implements Parameter {

        public Choice {
            choices = List.copyOf(choices);
        }

        @Override
        public String allowed() {
            String quoted = choices.stream().map(choice -> "'" + choice + "'").collect(Collectors.joining(", "));
            return choices.size() == 1 ? quoted : "one of " + quoted;
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "string");
            schema.put("enum", choices);
            return schema;
        }

        /** @throws BadParameter if it is not allowed */
        String read(String value) {
            if (!choices.contains(value)) {
                throw refuse(value);
            }
            return value;
        }
    }

    /** A size of the shared lists. */
    record Megabytes(String name, String description, MemorySizes sizes) implements Parameter {

        @Override
        public String allowed() {
            return sizes.ranges().stream().map(MemorySizes.Range::toString).collect(Collectors.joining(", "));
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "number");
            if (sizes.ranges().stream().allMatch(range -> range.from() == range.to())) {
                schema.put(
                        "enum",
                        sizes.ranges().stream().map(MemorySizes.Range::from).toList());
            } else {
                schema.put(
                        "anyOf",
                        sizes.ranges().stream()
                                .map(range -> Map.of("minimum", range.from(), "maximum", range.to()))
                                .toList());
            }
            schema.put("default", sizes.byDefault());
            return schema;
        }

        /** @throws BadParameter if it is not allowed */
        double read(String value) {
            try {
                double megabytes = Double.parseDouble(value);
                if (sizes.allows(megabytes)) {
                    return megabytes;
                }
            } catch (NumberFormatException e) {
                // Told below, in the same words as a size that is not offered.
            }
            throw refuse(value);
        }
    }
}
