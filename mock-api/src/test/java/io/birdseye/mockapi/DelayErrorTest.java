package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DelayErrorTest {

    private final DelayError error = new DelayError();

    @Test
    void lateAndEarlyCountByTheirDistanceInMicroseconds() {
        error.record(10_000_000, 10_250_000);
        error.record(10_000_000, 9_500_000);

        JsonObject report = error.report();

        assertThat(report.getLong("count")).isEqualTo(2);
        assertThat(report.getLong("earlyCount")).isEqualTo(1);
        assertThat(report.getLong("p50Us")).isEqualTo(250);
        assertThat(report.getLong("maxUs")).isEqualTo(500);
    }

    @Test
    void askingTwiceLosesNothing() throws Exception {
        error.record(0, 3_000);
        error.report();
        error.record(0, 5_000);

        JsonObject report = error.report();

        assertThat(report.getLong("count")).isEqualTo(2);
        assertThat(decode(report.getString("histogram"))).satisfies(histogram -> {
            assertThat(histogram.getTotalCount()).isEqualTo(2);
            assertThat(histogram.getMinValue()).isEqualTo(3);
            assertThat(histogram.getMaxValue()).isEqualTo(5);
        });
    }

    static Histogram decode(String base64) throws DataFormatException {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    }
}
