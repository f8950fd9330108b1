package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class AdminTest {

    private static final String SETTINGS = """
            {"seed":7,
             "default":{"fixedDelayMilliseconds":1.5},
             "routes":{
               "albums":{"delayDistribution":{"type":"lognormal","median":2,"sigma":0.3},
                         "chunkedDribbleDelay":{"numberOfChunks":5,"totalDuration":10}},
               "photos":{"status":503,"statusProbability":0.25,"fault":"EMPTY_RESPONSE","faultProbability":0.5},
               "posts":{"delayDistribution":{"type":"uniform","lower":1,"upper":3}}}}""";

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.none().withSeed(3)));

    @Test
    void itIsHealthy() throws Exception {
        HttpResponse<String> answer = client.get("/__admin/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(answer.body()).getString("status")).isEqualTo("UP");
    }

    @Test
    void whatIsPutIsWhatOneGets() throws Exception {
        HttpResponse<String> put = client.send("PUT", "/__admin/settings", SETTINGS);

        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(put.body())).isEqualTo(new JsonObject(SETTINGS));
        assertThat(client.object("/__admin/settings")).isEqualTo(new JsonObject(SETTINGS));
    }

    @Test
    void newSettingsReplaceTheOldOnesWholeButTheSeedStays() throws Exception {
        client.send("PUT", "/__admin/settings", SETTINGS);

        client.send("PUT", "/__admin/settings", "{\"routes\":{\"users\":{\"status\":500}}}");

        assertThat(client.object("/__admin/settings")).isEqualTo(new JsonObject("""
                {"seed":7,"default":{},"routes":{"users":{"status":500,"statusProbability":1.0}}}"""));
        assertThat(client.get("/users").statusCode()).isEqualTo(500);
        assertThat(client.get("/photos").statusCode()).isEqualTo(200);
    }

    @Test
    void deletedSettingsAreThoseOfTheStart() throws Exception {
        client.send("PUT", "/__admin/settings", SETTINGS);

        assertThat(client.send("DELETE", "/__admin/settings", "").statusCode()).isEqualTo(200);

        assertThat(client.object("/__admin/settings"))
                .isEqualTo(new JsonObject(AdminJson.write(UpstreamSettings.none().withSeed(3))));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "refusals.csv", delimiter = '|', quoteCharacter = '`')
    void whatIsRefusedIsAProblemThatNamesItAndChangesNothing(String request, int status, String told) throws Exception {
        String before = client.get("/__admin/settings").body();
        String[] parts = request.split(" ", 3);

        HttpResponse<String> refused = client.send(parts[0], parts[1], parts.length < 3 ? "" : parts[2]);

        assertThat(refused.statusCode()).isEqualTo(status);
        assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(refused.body()).contains(told);
        JsonObject problem = new JsonObject(refused.body());
        assertThat(problem.getInteger("status")).isEqualTo(status);
        if (problem.containsKey("field")) {
            assertThat(problem.getString("value").isEmpty()).isEqualTo(request.endsWith("delay="));
            assertThat(problem.getString("allowed")).isNotEmpty();
            assertThat(problem.getString("detail")).contains(problem.getString("field"), problem.getString("allowed"));
        }
        assertThat(refused.headers().firstValue("allow").map(allow -> "allowed here: " + allow))
                .isEqualTo(status == 405 ? Optional.of(told) : Optional.empty());
        assertThat(client.get("/__admin/settings").body()).isEqualTo(before);
    }

    @Test
    void aParameterThatCannotBeDecodedIsRefused() throws Exception {
        assertThat(client.bytesUntilClosed("/posts?delay=%zz HTTP/1.1\r\nConnection: close\r\nX-Rest:"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void deeplyNestedSettingsAreRefused() throws Exception {
        HttpResponse<String> refused = client.send("PUT", "/__admin/settings", "[".repeat(60_000));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(new JsonObject(refused.body()).getString("field")).isEqualTo("body");
    }

    @Test
    void aFieldThatIsThereTwiceIsRefusedWithItsPlace() throws Exception {
        HttpResponse<String> refused =
                client.send("PUT", "/__admin/settings", "{\"seed\":1,\n \"default\":{},\n \"seed\":2}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(new JsonObject(refused.body()).getString("allowed")).contains("line 3, column ", "\"seed\"");
    }

    @Test
    void aDelayThatDoesNotVaryIsAFixedOne() throws Exception {
        HttpResponse<String> put = client.send("PUT", "/__admin/settings", """
                {"routes":{"posts":{"delayDistribution":{"type":"uniform","lower":1,"upper":1}},
                           "users":{"delayDistribution":{"type":"lognormal","median":1,"sigma":0}},
                           "albums":{"delayDistribution":{"type":"lognormal","median":0,"sigma":1}}}}""");

        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(put.body()).as("whole numbers have no fraction").contains("\"lower\":1,", "\"sigma\":0}");
        for (String path : List.of("/posts", "/users", "/albums")) {
            assertThat(client.get(path).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theNameOfAFaultMayBeInSmallLetters() throws Exception {
        HttpResponse<String> put =
                client.send("PUT", "/__admin/settings", "{\"default\":{\"fault\":\"empty_response\"}}");

        assertThat(put.body()).contains("\"fault\":\"EMPTY_RESPONSE\"");
    }

    @Test
    void hugeSettingsAreNotRead() throws Exception {
        HttpResponse<String> refused = client.send("PUT", "/__admin/settings", " ".repeat(70_000));

        assertThat(refused.statusCode()).isEqualTo(413);
    }

    @Test
    void aLoadTestOnAnotherMachineLearnsWhatTheProcessUsed() throws Exception {
        JsonObject report = client.object("/__admin/process");

        assertThat(report.getLong("cpuNanos")).isPositive();
        assertThat(report.getJsonObject("machine").getInteger("cores")).isPositive();
        assertThat(report.getJsonObject("sample").getLong("nanos")).isNotNull();
    }
}
