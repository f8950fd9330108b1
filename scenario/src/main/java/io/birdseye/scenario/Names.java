package io.birdseye.scenario;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names appear in addresses, folders and headers, so they are kept plain. */
final class Names {

    static final Pattern FORM = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final int LONGEST = 60;
    private static final String ALLOWED =
            "a name in kebab case of at most " + LONGEST + " characters, such as 'stock-levels'";

    private Names() {}

    /** The field {@code name}, or null where it is missing or not allowed, which is then noted. */
    static @Nullable String read(YamlObject object) {
        if (!object.has("name")) {
            object.missing("name", ALLOWED);
            return null;
        }
        String name = object.text("name");
        if (name == null) {
            return null;
        }
        if (name.length() > LONGEST || !FORM.matcher(name).matches()) {
            object.refuse("name", object.get("name"), ALLOWED);
            return null;
        }
        return name;
    }
}
