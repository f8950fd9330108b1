package io.birdseye.planning.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.planning.page.LineChart.Limit;
import io.birdseye.planning.page.LineChart.Point;
import io.birdseye.planning.page.LineChart.Series;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PicturesTest {

    private static final LineChart CHART = new LineChart(
            "p99 <over> the pool",
            "pool",
            "p99 ms",
            List.of(
                    new Series(
                            "predicted", true, 0,
                            List.of(new Point(8, Double.NaN), new Point(16, 300), new Point(32, 250))),
                    new Series(
                            "measured & real", false, 1,
                            List.of(new Point(8, 900), new Point(16, 320), new Point(32, 240)))),
            Optional.of(new Limit("objective", 400)));

    @Test
    void aChartIsWellFormedAndDrawsEveryFigureThatIsThere() throws Exception {
        Document svg = parse(CHART.svg());

        assertThat(svg.getElementsByTagName("circle").getLength()).as("measured points").isEqualTo(3);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("p99 <over> the pool");
        Element predicted = first(svg, "path");
        assertThat(predicted.getAttribute("class")).contains("predicted");
        assertThat(predicted.getAttribute("d")).as("starts behind the gap").matches("M[\\d.]+ [\\d.]+L[\\d.]+ [\\d.]+");
    }

    @Test
    void higherValuesStandHigher() throws Exception {
        Document svg = parse(CHART.svg());

        double slow = y(svg, 0);
        double quick = y(svg, 2);
        assertThat(slow).isLessThan(quick);
    }

    @Test
    void whoDoesNotSeeTheChartCanReadIt() {
        assertThat(CHART.inWords())
                .isEqualTo("p99 ms over pool. predicted: – at 8, 300 at 16, 250 at 32. measured & real: 900 at 8,"
                        + " 320 at 16, 240 at 32. objective: 400");
    }

    @Test
    void aHeatMapNamesEveryCellAndMarksWhatFailed() throws Exception {
        HeatMap map = new HeatMap(
                "achieved", "io", List.of(8.0, 16.0), "delay", List.of(100.0, 200.0),
                List.of(List.of(20.0, 40.0), List.of(10.0, Double.NaN)));

        Document svg = parse(map.svg());

        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(map.svg()).contains(">failed<");
        assertThat(map.inWords()).contains("40 at io 16, delay 100", "failed at io 16, delay 200");
        assertThatThrownBy(() -> new HeatMap("x", "a", List.of(1.0), "b", List.of(1.0), List.of()))
                .hasMessageContaining("1 rows");
    }

    @Test
    void axesEndOnRoundNumbersAboveTheHighestValue() {
        assertThat(Scale.fromZero(87, 100, 0).ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
        assertThat(Scale.fromZero(0, 100, 0).high()).as("no value at all").isEqualTo(1);
    }

    @Test
    void aPageHoldsNoTextAsMarkupAndNeedsNothingElse() {
        String html = new PlanningPage("<b>title</b>")
                .paragraph("<script>alert(1)</script>")
                .table("caption", List.of("a & b"), List.of(List.of("<i>")))
                .chart(CHART)
                .html();

        assertThat(html)
                .contains("prefers-color-scheme: dark", "&lt;script&gt;", "a &amp; b", "&lt;i&gt;")
                .doesNotContain("<script", "<b>title", "src=", "@import");
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static Element first(Document svg, String tag) {
        return (Element) svg.getElementsByTagName(tag).item(0);
    }

    private static double y(Document svg, int circle) {
        return Double.parseDouble(((Element) svg.getElementsByTagName("circle").item(circle)).getAttribute("cy"));
    }
}
