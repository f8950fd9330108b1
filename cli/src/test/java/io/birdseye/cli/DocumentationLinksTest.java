package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** In a fresh clone, what the pages link to is what has been committed. */
class DocumentationLinksTest {

    private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?:src|srcset|href)=\"([^\"]+)\"");

    @Test
    void everyLinkToAFileOfOursLeadsToOne() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (target.startsWith("#") || URI.create(target).isAbsolute()) {
                    continue;
                }
                links++;
                Path file = page.resolveSibling(target.replaceFirst("#.*", "")).normalize();
                if (!Files.exists(file)) {
                    broken.add(HOUSE.relativize(page) + " links to " + HOUSE.relativize(file));
                }
            }
        }

        assertThat(links).as("links that were found").isGreaterThan(20);
        assertThat(broken).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> here = Files.list(HOUSE);
                Stream<Path> docs = Files.walk(HOUSE.resolve("docs"))) {
            return Stream.concat(here, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }
}
