package io.birdseye.report;

import io.birdseye.model.Load;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.TerminalTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes made-up reports to look at, into the folder that is its argument. */
final class ShowSamples {

    private ShowSamples() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        show(folder.resolve("single"), Load.open(50), 1);
        show(folder.resolve("blocks"), Load.open(50), 5);
        show(folder.resolve("closed"), Load.closed(50), 1);
        List<Trial> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(Samples.trial("strategy-number-" + i, 1, Samples.pools(i % 7 == 0, i % 2 == 0, i == 9 ? 30 : 60),
                    Load.open(50), 1.02 + i * 0.01, folder.resolve("many")));
        }
        Reports.write(Samples.results(Load.open(50), many), folder.resolve("many"));
    }

    private static void show(Path folder, Load load, int blocks) throws IOException {
        ComparisonTable comparison = Reports.write(Samples.results(load, Samples.nine(folder, load, blocks)), folder);
        System.out.println(new TerminalTable(120, true).render(comparison));
    }
}
