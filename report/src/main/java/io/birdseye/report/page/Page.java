package io.birdseye.report.page;

import gg.jte.Content;
import io.birdseye.report.table.Column.Cells;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One HTML page that opens from disk, an e-mail or a build artefact. A content security policy inside it forbids every
 * request and every script but its own. A page with charts holds the chart library, about 650 kB; another holds no
 * script unless it is given one.
 */
public final class Page {

    private final String title;
    private final StringBuilder styles = new StringBuilder(Assets.read(Page.class, "page.css"));
    private final StringBuilder script = new StringBuilder();
    private final List<Content> blocks = new ArrayList<>();
    private boolean charts;
    private int refreshSeconds;
    private String data = "";

    public Page(String title) {
        this.title = writable(title);
    }

    /** Adds rules behind those that all pages share: a file beside the class. */
    public Page style(Class<?> owner, String file) {
        styles.append(Assets.read(owner, file));
        return this;
    }

    /** Takes the chart library into the page; {@link #chart} does so, too. */
    public Page withCharts() {
        if (!charts) {
            charts = true;
            script("charts.js");
        }
        return this;
    }

    /** Takes one of the report's own scripts into the page, behind those that it stands on. */
    Page script(String file) {
        script.append(Assets.read(Page.class, file));
        return this;
    }

    /** The browser reads the page again after so long: it will have changed. */
    Page refresh(int seconds) {
        refreshSeconds = seconds;
        return this;
    }

    /** Data for a script, as JSON under the id {@code data}. */
    Page data(Object json) {
        data = Assets.json(json);
        return this;
    }

    public Page heading(String text) {
        return block("heading.jte", text);
    }

    public Page paragraph(String text) {
        return block("paragraph.jte", text);
    }

    /** What matters less, such as a command line. */
    public Page small(String text) {
        return block("small.jte", text);
    }

    public Page heatMap(HeatMap map) {
        return block("heatMap.jte", map);
    }

    /** A table whose first column names the row; the others hold numbers. */
    public Page table(String caption, Cells cells) {
        blocks.add(Templates.OWN.content("numbers.jte", Map.of("caption", caption, "cells", cells, "folded", false)));
        return this;
    }

    /** A chart with its title below it; its values in words are its description. */
    public Page chart(Chart chart) {
        blocks.add(chart);
        return withCharts();
    }

    private Page block(String template, Object model) {
        blocks.add(Templates.OWN.content(template, model));
        return this;
    }

    public String render(String what, String headline) {
        return render(Templates.OWN.content("plain.jte", Map.of("what", what, "headline", headline, "blocks", blocks)));
    }

    /** The page with a body of the caller's: a header and a {@code main}. */
    public String render(Content body) {
        List<String> scripts = Stream.of(charts ? Assets.echarts() : "", script.toString())
                .filter(text -> !text.isEmpty()).toList();
        return Templates.text(Templates.OWN.content("page.jte", Map.of(
                "title", title, "policy", policy(scripts), "styles", styles.toString(), "scripts", scripts,
                "charts", charts, "refreshSeconds", refreshSeconds, "data", data, "body", writable(Templates.text(body)))));
    }

    /** A control character cannot be written in HTML at all, escaped or not. */
    private static String writable(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b-\\x1f]", "\uFFFD");
    }

    /** Forbids every request, and every script but these. */
    private static String policy(List<String> scripts) {
        String allowed = scripts.stream().map(Page::hash).collect(Collectors.joining(" "));
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                + (allowed.isEmpty() ? "" : "script-src " + allowed + "; ") + "base-uri 'none'; form-action 'none'";
    }

    /** The source expression by which a content security policy allows one inline script. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
