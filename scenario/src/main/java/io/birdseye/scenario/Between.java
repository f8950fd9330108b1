package io.birdseye.scenario;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import io.birdseye.model.DataSize;
import tools.jackson.databind.JsonNode;

/**
 * Our keyword of the schema: {@code "between": ["1ms", "1h"]} bounds a duration or a size; both ends are allowed. JSON
 * Schema itself bounds only numbers. A list or an object is left to the keyword {@code type}.
 */
final class Between extends AbstractKeyword {

    Between() {
        super("between");
    }

    /** Whether these bounds are for a size, not for a duration. */
    static boolean forSizes(JsonNode bounds) {
        return bounds.get(1).asString().endsWith("B");
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation at, JsonNode bounds, Schema parent, SchemaContext context) {
        boolean sizes = forSizes(bounds);
        long low = amount(bounds.get(0).asString(), sizes);
        long high = amount(bounds.get(1).asString(), sizes);
        return new BaseKeywordValidator(this, bounds, at, parent, context) {
            @Override
            public void validate(ExecutionContext execution, JsonNode value, JsonNode all, NodePath where) {
                if (!value.isContainer() && !within(value.asString())) {
                    execution.addError(error().instanceNode(value)
                            .instanceLocation(where)
                            .evaluationPath(execution.getEvaluationPath())
                            .build());
                }
            }

            private boolean within(String text) {
                try {
                    long amount = amount(text, sizes);
                    return low <= amount && amount <= high;
                } catch (IllegalArgumentException | ArithmeticException e) {
                    return false;
                }
            }
        };
    }

    private static long amount(String text, boolean size) {
        return size ? DataSize.parse(text).bytes() : ScenarioReader.duration(text).toNanos();
    }
}
