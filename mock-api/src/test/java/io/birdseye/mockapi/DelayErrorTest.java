package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

public class DelayErrorTest {

    private final DelayError error = new DelayError();

    @Test
    void lateAndEarlyCountByTheirDistanceInMicroseconds() {
        error.record(10_000_000, 10_250_000);
        error.record(10_000_000, 9_500_000);

        DelayError.Report report = error.report();

        assertThat(report.count()).isEqualTo(2);
        assertThat(report.earlyCount()).isEqualTo(1);
        assertThat(report.p50Us()).isEqualTo(250);
        assertThat(report.maxUs()).isEqualTo(500);
    }

    @Test
    void askingTwiceLosesNothing() throws Exception {
        error.record(0, 3_000);
        error.report();
        error.record(0, 5_000);

        DelayError.Report report = error.report();

        assertThat(report.count()).isEqualTo(2);
        assertThat(decode(report.histogram())).satisfies(histogram -> {
            assertThat(histogram.getTotalCount()).isEqualTo(2);
            assertThat(histogram.getMinValue()).isEqualTo(3);
            assertThat(histogram.getMaxValue()).isEqualTo(5);
        });
    }

    /** Reads what {@link DelayError.Report#histogram()} holds. */
    public static Histogram decode(String base64) throws DataFormatException {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    }
}
