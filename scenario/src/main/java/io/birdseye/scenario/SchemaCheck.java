package io.birdseye.scenario;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.DisallowUnknownKeywordFactory;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import io.birdseye.model.DataSize;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds a document against the JSON Schema that editors use, and says what the schema refuses. */
final class SchemaCheck {

    private static final SchemaRegistryConfig CHECK_FORMATS =
            SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();

    private final JsonNode rules;
    private final Schema schema;

    SchemaCheck(String json) {
        rules = new JsonMapper().readTree(json);
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .formats(rules.findValuesAsString("format").stream().distinct().map(Bounds::new).toList())
                .keyword(new NonValidationKeyword("errorMessage"))
                .unknownKeywordFactory(DisallowUnknownKeywordFactory.getInstance()) // a typing error in the schema
                .build();
        schema = SchemaRegistry.withDefaultDialect(dialect, registry -> registry.schemaRegistryConfig(CHECK_FORMATS))
                .getSchema(rules);
    }

    /** That of scenarios. It takes some 100 ms to make, so it is made when it is first needed. */
    private static final class OfScenarios {
        static final SchemaCheck CHECK = new SchemaCheck(Scenarios.schema());
    }

    static void check(YamlDocument document) {
        OfScenarios.CHECK.refuse(document);
    }

    /**
     * Our formats of the schema bound durations and sizes, for example {@code "1ms to 1h"}; both ends are allowed. JSON
     * Schema itself bounds only numbers. A list or an object is left to the keyword {@code type}.
     */
    private record Bounds(String text) implements Format {

        @Override
        public String getName() {
            return text;
        }

        @Override
        public boolean matches(ExecutionContext execution, SchemaContext context, JsonNode value) {
            try {
                String[] ends = text.split(" to ");
                long amount = value.isContainer() ? amount(ends[0]) : amount(value.asString());
                return amount(ends[0]) <= amount && amount <= amount(ends[1]);
            } catch (IllegalArgumentException | ArithmeticException e) {
                return false;
            }
        }

        private long amount(String amount) {
            return ofSizes(text) ? DataSize.parse(amount).bytes() : ScenarioReader.duration(amount).toNanos();
        }

        static boolean ofSizes(String text) {
            return text.endsWith("B");
        }
    }

    void refuse(YamlDocument document) {
        List<Error> errors = schema.validate(document.json());
        List<NodePath> choices = errors.stream()
                .filter(error -> error.getKeyword().equals("oneOf")).map(Error::getEvaluationPath).toList();
        Set<JsonPointer> refused = new HashSet<>();
        errors.stream()
                // Why one of several alternatives does not fit says less than that none does.
                .filter(error -> choices.stream().noneMatch(choice -> isWithin(choice, error.getEvaluationPath())))
                // Of several rules for a value, the outermost says most about what is allowed here.
                .sorted(Comparator.comparing(error -> error.getEvaluationPath().getNameCount()))
                .forEach(error -> tell(error, document, refused));
    }

    private static boolean isWithin(NodePath outer, NodePath inner) {
        return inner.getNameCount() > outer.getNameCount() && inner.startsWith(outer);
    }

    private void tell(Error error, YamlDocument document, Set<JsonPointer> refused) {
        JsonPointer at = JsonPointer.compile(error.getInstanceLocation().toString());
        JsonNode rule = rules.at(error.getSchemaLocation().getFragment().getParent().toString());
        String field = error.getProperty();
        switch (error.getKeyword()) {
            case "required" -> document.refuse(
                    at, "needs '" + field + "': " + allowed(rule.path("properties").path(field)));
            case "additionalProperties" ->
                document.refuseField(at, field, "has no field '" + field + "'; allowed are " + fields(rule));
            case "oneOf" -> document.refuse(at, "needs " + allowed(rule) + ", but is " + document.shown(at));
            case "not" -> document.refuse(at, allowed(rule));
            case "uniqueItems" -> {} // ReferenceCheck names the element that is there twice
            default -> {
                if (refused.add(at)) {
                    boolean object = error.getKeyword().equals("type") && rule.has("properties");
                    document.refuseValue(at, object ? "an object with " + fields(rule) : allowed(rule));
                }
            }
        }
    }

    private String allowed(JsonNode rule) {
        if (rule.has("errorMessage")) {
            return rule.path("errorMessage").asString();
        }
        if (rule.has("format")) {
            String bounds = rule.path("format").asString();
            return (Bounds.ofSizes(bounds) ? "a size from " : "a duration from ") + bounds + ", such as "
                    + (Bounds.ofSizes(bounds) ? "27kB or 0.8MB" : "200ms or 1.5s");
        }
        if (rule.has("minimum")) {
            return (rule.path("type").asString().equals("integer") ? "a whole number" : "a number") + " from "
                    + number(rule.path("minimum")) + " to " + number(rule.path("maximum"));
        }
        if (rule.has("enum")) {
            return rule.path("enum").valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "));
        }
        return rule.has("$ref") ? allowed(rules.at(rule.path("$ref").asString().substring(1))) : "text";
    }

    private static String fields(JsonNode rule) {
        return String.join(", ", rule.path("properties").propertyNames());
    }

    private static String number(JsonNode number) {
        return number.isInt() ? String.format(Locale.ROOT, "%,d", number.intValue()) : number.asString();
    }
}
