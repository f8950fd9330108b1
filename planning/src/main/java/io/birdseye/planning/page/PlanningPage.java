package io.birdseye.planning.page;

import static io.birdseye.planning.page.Markup.escape;

import java.util.List;

/** One self-contained HTML page: sentences, pictures, and every picture's figures as a table. */
public final class PlanningPage {

    private static final String STYLE = """
            :root { color-scheme: light dark; --paper: #fbfbf9; --card: #fff; --ink: #1b1f24; --soft: #59626d;
              --rule: #e3e4df; --bad: #b3402a; --heat: #0b6e99;
              --s0: #0b6e99; --s1: #c4571a; --s2: #2b8a5b; --s3: #a33a7a; --s4: #6b5fc7; --s5: #98780a; }
            @media (prefers-color-scheme: dark) { :root { --paper: #14171a; --card: #1a1e22; --ink: #e7e9ea;
              --soft: #a8b0b8; --rule: #2c3238; --bad: #f08b72; --heat: #2f86ad;
              --s0: #5bb8e6; --s1: #f2965a; --s2: #67c99a; --s3: #e284c0; --s4: #a79cf5; --s5: #d9bd4e; } }
            body { margin: 0; background: var(--paper); color: var(--ink);
              font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; }
            main { max-width: 960px; margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 3rem; }
            h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
            p { max-width: 75ch; } .soft { color: var(--soft); overflow-wrap: anywhere; }
            .chart { display: block; width: 100%; height: auto; background: var(--card);
              border: 1px solid var(--rule); border-radius: 8px; }
            .chart text { fill: var(--ink); font-size: 12px; font-variant-numeric: tabular-nums; }
            .chart .end { text-anchor: end; fill: var(--soft); } .chart .middle { text-anchor: middle; }
            .chart .name { fill: var(--soft); } .chart .on { paint-order: stroke; stroke: var(--card);
              stroke-width: 3px; }
            .chart path { fill: none; stroke-width: 2; } .chart .predicted { stroke-dasharray: 6 4; }
            .chart .grid { stroke: var(--rule); } .chart .limit { stroke: var(--bad); stroke-dasharray: 2 3; }
            .chart .cell { fill: var(--heat); } .chart .failed { fill: var(--bad); fill-opacity: .25; }
            .s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); }
            .s3 { stroke: var(--s3); } .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
            circle { fill: var(--card); stroke-width: 2; }
            .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .875rem; width: 100%;
              font-variant-numeric: tabular-nums; }
            th, td { text-align: right; padding: .35rem .6rem; border-top: 1px solid var(--rule); }
            th:first-child, td:first-child { text-align: left; }
            pre { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 8px;
              padding: .8rem 1rem; font-size: .8125rem; }
            """;

    private final StringBuilder body = new StringBuilder();
    private final String title;

    public PlanningPage(String title) {
        this.title = title;
    }

    public PlanningPage paragraph(String text) {
        body.append("<p>").append(escape(text)).append("</p>\n");
        return this;
    }

    /** What matters less, such as a command line. */
    public PlanningPage small(String text) {
        body.append("<p class=\"soft\">").append(escape(text)).append("</p>\n");
        return this;
    }

    public PlanningPage heading(String text) {
        body.append("<h2>").append(escape(text)).append("</h2>\n");
        return this;
    }

    public PlanningPage chart(LineChart chart) {
        body.append(chart.svg()).append('\n');
        return this;
    }

    public PlanningPage map(HeatMap map) {
        body.append(map.svg()).append('\n');
        return this;
    }

    /** Text of a terminal, as it stands. */
    public PlanningPage preformatted(String text) {
        body.append("<pre>").append(escape(text)).append("</pre>\n");
        return this;
    }

    public PlanningPage table(String caption, List<String> columns, List<List<String>> rows) {
        body.append("<div class=\"scroll\" tabindex=\"0\"><table><caption>").append(escape(caption))
                .append("</caption><thead><tr>");
        columns.forEach(column ->
                body.append("<th scope=\"col\">").append(escape(column)).append("</th>"));
        body.append("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            body.append("<tr>");
            row.forEach(cell -> body.append("<td>").append(escape(cell)).append("</td>"));
            body.append("</tr>\n");
        }
        body.append("</tbody></table></div>\n");
        return this;
    }

    public String html() {
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>" + escape(title)
                + "</title><style>\n" + STYLE + "</style></head><body><main>\n<h1>" + escape(title) + "</h1>\n" + body
                + "</main></body></html>\n";
    }
}
