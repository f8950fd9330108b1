package io.birdseye.documentation;

import io.birdseye.cli.Birdseye;
import io.birdseye.service.ServiceMain;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Writes all generated pages; {@code docs/generate} runs it. */
public final class DocumentationMain {

    private static final Pattern SHOWN_ADVICE = Pattern.compile("\\$ \\./birdseye (advise [^\\n]*)\\n");

    private DocumentationMain() {}

    /** @param arguments the root of the clone */
    public static void main(String[] arguments) throws IOException {
        for (GeneratedPage page : pages(Path.of(arguments[0]))) {
            if (page.write()) {
                System.out.println("written anew: " + page.file().normalize() + ", " + page);
            }
        }
    }

    static List<GeneratedPage> pages(Path root) {
        Path reference = root.resolve("docs/reference");
        Strategies strategies = Strategies.load();
        return List.of(
                GeneratedPage.whole(reference.resolve("strategies.md"), StrategiesPage.of(strategies)),
                GeneratedPage.whole(reference.resolve("contract.md"), ContractPage.of(strategies.all())),
                GeneratedPage.whole(reference.resolve("problems.md"), ApiPages.problems()),
                GeneratedPage.whole(reference.resolve("http-api.md"), ApiPages.api()),
                GeneratedPage.whole(reference.resolve("commands.md"), CommandsPage.text()),
                new GeneratedPage(reference.resolve("settings.md"), "settings of the service",
                        page -> GeneratedPage.between(page, "```text\n", "\n```", ServiceMain.help())),
                new GeneratedPage(root.resolve("README.md"), "advice", DocumentationMain::withAdvice));
    }

    /** README shows what a command of it prints: the answer and one reason, since it has no room for all of them. */
    private static String withAdvice(String readme) {
        MatchResult shown = SHOWN_ADVICE.matcher(readme).results().findFirst().orElseThrow();
        StringWriter out = new StringWriter();
        Birdseye.commandLine().setOut(new PrintWriter(out)).execute(shown.group(1).split(" +"));
        List<String> parts = List.of(out.toString().strip().split("\n\n"));
        String reason = parts.stream().filter(part -> part.startsWith("The smallest I/O pool")).findFirst().orElseThrow();
        return GeneratedPage.between(
                readme, shown.group(), "\n```", parts.getFirst() + "\n\n[...]\n\n" + reason + "\n\n[...]");
    }
}
