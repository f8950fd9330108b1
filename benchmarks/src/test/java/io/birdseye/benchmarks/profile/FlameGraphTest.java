package io.birdseye.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlameGraphTest {

    @Test
    void aBoxIsAsWideAsItsShareOfTheSamples() {
        Frame root = new Frame("all");
        root.add(List.of("Main.main", "Work.<init>"));
        root.add(List.of("Main.main", "Work.run"));
        root.add(List.of("Main.main", "Work.run"));
        root.add(List.of("Other.run"));

        String svg = FlameGraph.draw(root);

        assertThat(svg)
                .contains("4 samples")
                .contains("<title>Main.main: 75.0 %</title><rect x=\"0.0\" y=\"40\" width=\"900.0\"")
                .contains("<title>Work.&lt;init&gt;: 25.0 %</title>")
                .contains("<title>Work.run: 50.0 %</title><rect x=\"300.0\" y=\"24\" width=\"600.0\"")
                .contains("<title>Other.run: 25.0 %</title><rect x=\"900.0\" y=\"40\" width=\"300.0\"");
    }
}
