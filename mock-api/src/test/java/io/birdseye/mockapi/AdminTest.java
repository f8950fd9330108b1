package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.mockapi.settings.AdminJson;
import io.birdseye.mockapi.settings.UpstreamSettings;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            nonsense                                                          | body
            []                                                                | body
            {"defaults":{}}                                                   | defaults
            {"default":3}                                                     | default
            {"seed":1.5}                                                      | seed
            {"seed":9223372036854775808}                                      | seed
            {"seed":"5"}                                                      | seed
            {"routes":[]}                                                     | routes
            {"routes":{"posts":5}}                                            | routes.posts
            {"routes":{"posts":{"payloadBytes":1e9}}}                         | routes.posts.payloadBytes
            {"default":{"delayDistribution":5}}                               | default.delayDistribution
            {"default":{"delayDistribution":{"type":"uniform","lower":null,"upper":1}}} | \
            default.delayDistribution.lower
            {"default":{"delayDistribution":{"type":"uniform","upper":1}}}    | default.delayDistribution.lower
            {"default":{"delayDistribution":{"type":"lognormal","median":1}}} | default.delayDistribution.sigma
            {"default":{"status":503.5}}                                      | default.status
            {"default":{"status":true}}                                       | default.status
            {"default":{"status":503,"statusProbability":"NaN"}}              | default.statusProbability
            {"default":{"fault":0}}                                           | default.fault
            {"routes":{"todos":{}}}                                           | routes
            {"default":{"fixedDelay":5}}                                      | default.fixedDelay
            {"default":{"fixedDelayMilliseconds":-1}}                         | default.fixedDelayMilliseconds
            {"default":{"fixedDelayMilliseconds":3600001}}                    | default.fixedDelayMilliseconds
            {"default":{"fixedDelayMilliseconds":"5"}}                        | default.fixedDelayMilliseconds
            {"default":{"delayDistribution":{}}}                              | default.delayDistribution.type
            {"default":{"delayDistribution":{"type":"normal"}}}               | default.delayDistribution.type
            {"default":{"delayDistribution":{"type":"uniform","lower":5}}}    | default.delayDistribution.upper
            {"default":{"delayDistribution":{"type":"uniform","lower":5,"upper":4}}} | default.delayDistribution.upper
            {"default":{"delayDistribution":{"type":"lognormal","median":5,"sigma":6}}} | \
            default.delayDistribution.sigma
            {"default":{"delayDistribution":{"type":"lognormal","median":5,"sigma":1,"lower":6}}} | \
            default.delayDistribution.lower
            {"default":{"fixedDelayMilliseconds":1,"delayDistribution":{"type":"uniform","lower":1,"upper":2}}} | \
            default.delayDistribution
            {"default":{"chunkedDribbleDelay":{"numberOfChunks":0,"totalDuration":1}}} | \
            default.chunkedDribbleDelay.numberOfChunks
            {"default":{"chunkedDribbleDelay":{"numberOfChunks":2}}} | default.chunkedDribbleDelay.totalDuration
            {"routes":{"posts":{"status":302}}}                               | routes.posts.status
            {"routes":{"posts":{"status":503,"statusProbability":1.1}}}       | routes.posts.statusProbability
            {"routes":{"posts":{"statusProbability":0.5}}}                    | routes.posts.statusProbability
            {"routes":{"posts":{"fault":"SLOW"}}}                             | routes.posts.fault
            {"routes":{"posts":{"fault":"EMPTY_RESPONSE","faultProbability":-1}}} | routes.posts.faultProbability
            """)
    void badSettingsAreRefusedByNameAndChangeNothing(String body, String field) throws Exception {
        String before = client.get("/__admin/settings").body();

        HttpResponse<String> refused = client.send("PUT", "/__admin/settings", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
        JsonObject problem = new JsonObject(refused.body());
        assertThat(problem.getString("field")).isEqualTo(field);
        assertThat(problem.getString("value")).isNotEmpty();
        assertThat(problem.getString("allowed")).isNotEmpty();
        assertThat(problem.getString("detail")).contains(field, problem.getString("allowed"));
        assertThat(client.get("/__admin/settings").body()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "delay=200, delay",
        "delay=, delay",
        "delay=-5ms, delay",
        "delay=2h, delay",
        "delay=uniform:5ms, delay",
        "delay=uniform:5ms:4ms, delay.upper",
        "delay=lognormal:5ms:x, delay.sigma",
        "delay=dribble:0:5ms, delay.numberOfChunks",
        "delay=1ms&delay=2ms, delay",
        "fault=NOPE, fault",
        "fault=EMPTY_RESPONSE:2, fault.faultProbability",
        "status=99, status.status",
        "status=abc, status",
        "dealy=5ms, dealy"
    })
    void aBadParameterIsRefusedByName(String query, String field) throws Exception {
        HttpResponse<String> refused = client.get("/posts?" + query);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(new JsonObject(refused.body()).getString("field")).isEqualTo(field);
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

    @ParameterizedTest
    @CsvSource({"health,GET", "stats,GET", "process,GET", "'settings','GET, PUT, DELETE'", "'delay-error','GET, DELETE'"})
    void otherMethodsAreNotAllowed(String page, String allowed) throws Exception {
        HttpResponse<String> refused = client.send("POST", "/__admin/" + page, "{}");

        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("allow")).hasValue(allowed);
    }
}
