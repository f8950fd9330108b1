package io.birdseye.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One HTML page that opens from disk, an e-mail or a build artefact. A content security policy inside it forbids every
 * request and every script but its own. A page with charts holds the chart library, about 650 kB; another holds no
 * script unless it is given one.
 *
 * <p>Write the header, then {@link #main}, then the content; {@link #render} writes the rest.
 */
public final class Page {

    private static final String ECHARTS = "META-INF/resources/_static/echarts/";
    private static final String ECHARTS_POM = "META-INF/maven/org.mvnpm/echarts/pom.properties";
    /** Lines, bars and points; the rest of the library, a third of its weight, stays outside. */
    private static final String COMMON = "/dist/echarts.common.min.js";

    private final String title;
    private final Html body = new Html();
    private final StringBuilder styles = new StringBuilder(read("page.css"));
    private final StringBuilder script = new StringBuilder();
    private boolean charts;
    private @Nullable String data;

    /** @param title for the browser's tab */
    public Page(String title) {
        this.title = title;
    }

    /** A page of headings, sentences, charts and tables only, whose title is its headline. */
    public static Page plain(String what, String headline) {
        Page page = new Page("Birdseye: " + headline);
        page.header("Skip to the content", "main", what, headline);
        return page.main();
    }

    /** What stands in the page so far; whoever opens an element closes it. */
    public Html html() {
        return body;
    }

    /**
     * Opens the header: a link past it, what the page is, and its headline. {@link #main} closes it.
     *
     * @param skipTo the id of the element that most readers look for
     * @param what behind the product's name, for example {@code measured 2026-11-23 10:00 UTC}
     */
    public Html header(String skip, String skipTo, String what, String headline) {
        body.element("a", skip, "class", "skip", "href", "#" + skipTo);
        body.open("header").open("p", "class", "brand").element("b", "Birdseye").text(" " + what).close();
        return body.element("h1", headline);
    }

    /** Closes the header and opens the content. */
    public Page main() {
        body.close().open("main", "id", "main");
        return this;
    }

    /** Adds rules of the caller behind those that all pages share: a file beside the class. */
    public Page style(Class<?> owner, String file) {
        styles.append(read(owner, file));
        return this;
    }

    public Page heading(String text) {
        body.element("h2", text);
        return this;
    }

    public Page paragraph(String text) {
        body.element("p", text);
        return this;
    }

    /** What matters less, such as a command line. */
    public Page small(String text) {
        body.element("p", text, "class", "soft");
        return this;
    }

    /** Text of a terminal, as it stands. */
    public Page preformatted(String text) {
        body.element("pre", text, "tabindex", "0");
        return this;
    }

    /** A table whose first column names the row; the others hold numbers. */
    public Page table(String caption, List<String> titles, List<List<String>> rows) {
        List<TableColumn<List<String>>> columns = new ArrayList<>();
        for (String each : titles) {
            int column = columns.size();
            columns.add(column == 0
                    ? TableColumn.head(each, List::getFirst)
                    : TableColumn.number(each, "", row -> column < row.size() ? row.get(column) : ""));
        }
        Tables.draw(body, caption, null, columns, rows);
        return this;
    }

    /** A chart with its title below it; its values in words are its description. */
    public Page chart(Chart chart) {
        withCharts();
        body.open("figure", "class", "script").open("div", "class", "chart", "role", "img", "aria-label",
                chart.inWords(), "data-chart", Json.text(chart)).close();
        body.element("figcaption", chart.title()).close();
        return this;
    }

    /** A heat map as a table. */
    public Page heatMap(HeatMap map) {
        map.draw(body);
        return this;
    }

    /** Takes the chart library into the page. */
    Page withCharts() {
        if (!charts) {
            charts = true;
            script.append(read("charts.js"));
        }
        return this;
    }

    /** Takes one of the report's own scripts into the page, behind those that it stands on. */
    Page script(String file) {
        script.append(read(file));
        return this;
    }

    /** Data for a script, as JSON under the id {@code data}. */
    Page data(Object json) {
        data = Json.text(json);
        return this;
    }

    /** The page as a whole. */
    public String render() {
        body.close().open("footer").element("p", "Made by Birdseye (Apache License 2.0)." + (charts
                ? " Charts by Apache ECharts, copyright the Apache Software Foundation, Apache License 2.0: its"
                        + " notice stands in this file."
                : "") + " – means that a figure could not be had.").close();
        List<String> scripts = new ArrayList<>();
        if (charts) {
            scripts.add(echarts());
        }
        if (!script.isEmpty()) {
            scripts.add(script.toString());
        }
        Html html = new Html().raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        html.open("meta", "charset", "utf-8");
        html.open("meta", "http-equiv", "Content-Security-Policy", "content", policy(scripts));
        html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.open("meta", "name", "color-scheme", "content", "light dark");
        html.open("meta", "name", "generator", "content", "Birdseye");
        html.element("title", title).open("style").raw(styles.toString()).close().close();
        html.open("body").raw(body.toString());
        if (data != null) {
            html.open("script", "type", "application/json", "id", "data").raw(data).close();
        }
        scripts.forEach(each -> html.open("script").raw(each).close());
        return html.close().close().toString();
    }

    /** An instant in ISO 8601 to the minute, for people. */
    static String minute(String instant) {
        return instant.replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC");
    }

    private static String policy(List<String> scripts) {
        String allowed = scripts.isEmpty()
                ? ""
                : scripts.stream().map(Page::hash).collect(Collectors.joining(" ", "script-src ", "; "));
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " + allowed
                + "base-uri 'none'; form-action 'none'";
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

    /** Apache ECharts with its licence notice; the version is the one that the build put on the class path. */
    private static String echarts() {
        Properties pom = new Properties();
        try (InputStream in = open(Page.class, "/" + ECHARTS_POM)) {
            pom.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read("/" + ECHARTS + pom.getProperty("version") + COMMON);
    }

    private static String read(String file) {
        return read(Page.class, file);
    }

    private static String read(Class<?> owner, String file) {
        try (InputStream in = open(owner, file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(Class<?> owner, String file) {
        InputStream in = owner.getResourceAsStream(file);
        if (in == null) {
            throw new IllegalStateException(file + " is not on the class path");
        }
        return in;
    }
}
