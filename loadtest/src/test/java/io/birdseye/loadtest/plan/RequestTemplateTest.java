package io.birdseye.loadtest.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTemplateTest {

    private static final String SHOP = "http://127.0.0.1:8081/basket";

    @TempDir
    private Path folder;

    private static List<Request> variants(String url, String... headers) {
        return new RequestTemplate(url, Optional.empty(), List.of(headers), Optional.empty(), Expectation.OK).variants();
    }

    private static List<String> names(String url, String... headers) {
        return variants(url, headers).stream().map(Request::name).toList();
    }

    @Test
    void anAddressWithoutBracesIsOneVariant() {
        assertThat(variants(SHOP)).singleElement().satisfies(request -> {
            assertThat(request.name()).isEqualTo("service");
            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.url()).isEqualTo(SHOP);
        });
    }

    @Test
    void bracesMakeVariantsAndSeveralBracesEveryCombination() {
        assertThat(variants(SHOP + "?strategy={blocking,virtual}").stream().map(Request::url))
                .containsExactly(SHOP + "?strategy=blocking", SHOP + "?strategy=virtual");
        assertThat(names(SHOP + "?s={a,b}&n={1,2}")).containsExactly("a-1", "a-2", "b-1", "b-2");
        assertThat(variants(SHOP, "X-Pool: {small,large}").stream().map(request -> request.headers().getFirst().value()))
                .containsExactly("small", "large");
    }

    @Test
    void aNameHasOnlyCharactersOfFilesAndIsGivenOnce() {
        assertThat(names(SHOP + "?q={a/b,a%20b,}")).containsExactly("a-b", "a-20b", "none");
        assertThat(names(SHOP + "?q={a_b,a/b}")).containsExactly("a-b", "a-b-2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://127.0.0.1/{a,b            | opens braces that are not closed
            http://127.0.0.1/a}              | closes braces that are not open
            http://127.0.0.1/{a,{b,c}}       | opens braces within braces
            http://127.0.0.1/{a,a}           | have an alternative twice
            127.0.0.1:8081/basket            | must begin with http:// or https://
            ftp://127.0.0.1/basket           | must begin with http:// or https://
            http:///basket                   | must have a host
            http://127.0.0.1/a b             | is not valid
            http://127.0.0.1:99999/          | must have a host
            http://me:secret@127.0.0.1/      | must have a host, and neither a user nor a fragment
            http://127.0.0.1/#part           | neither a user nor a fragment
            http://127.0.0.1/?u=${10..1}     | must be a range of whole numbers, the smaller one first
            http://127.0.0.1/?u=${name}      | must be a range of whole numbers
            http://127.0.0.${1..9}/          | may have ranges behind its host and port only
            """)
    void whatIsNotAllowedIsSaidInOneLine(String url, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> variants(url))
                .withMessageContaining(message)
                .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(1));
    }

    @Test
    void tooManyVariantsAreRefusedBeforeTheyFillTheMemory() {
        String braces = "{a,b,c,d,e,f,g,h}".repeat(30);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> variants("http://127.0.0.1/" + braces))
                .withMessageContaining("more than 50 variants");
    }

    @Test
    void headersAreNamesAndValues() {
        assertThatIllegalArgumentException().isThrownBy(() -> variants(SHOP, "no colon"))
                .withMessageContaining("'Name: value'");
        assertThatIllegalArgumentException().isThrownBy(() -> variants(SHOP, "Content-Length: 5"))
                .withMessageContaining("set by the client itself");
        assertThatIllegalArgumentException().isThrownBy(() -> variants(SHOP, "X: a\r\nY: b"))
                .withMessageContaining("control character");
    }

    @Test
    void aBodyComesFromAFileWhoseNameMayHaveBracesAndWhoseContentHasBracesOfItsOwn() throws Exception {
        Files.writeString(folder.resolve("small.json"), "{\"user\": ${1..10}, \"items\": [1, 2]}");
        Files.writeString(folder.resolve("large.json"), "{}");

        List<Request> requests = new RequestTemplate(
                        SHOP, Optional.empty(), List.of(), Optional.of(folder + "/{small,large}.json"), Expectation.OK)
                .variants();

        assertThat(requests.stream().map(Request::name)).containsExactly("small", "large");
        assertThat(requests).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.headersOfAll()).containsExactly(new Request.Header("Content-Type", "application/json"));
        });
        assertThat(new TextTemplate(requests.getFirst().body()).draw(1, 1)).matches("\\{\"user\": \\d+, \"items\": \\[1, 2]}");
    }

    @Test
    void aMissingBodyIsSaid() {
        RequestTemplate template = new RequestTemplate(
                SHOP, Optional.empty(), List.of(), Optional.of("no-such-file.json"), Expectation.OK);

        assertThatIllegalArgumentException().isThrownBy(template::variants)
                .withMessageContaining("there is no file 'no-such-file.json'");
    }

    @Test
    void drawsLieInTheirRangeAndAreTheSameForTheSameSeed() {
        TextTemplate text = new TextTemplate("/basket?user=${1..3}&item=${7..7}");

        List<String> drawn = LongStream.range(0, 200).mapToObj(number -> text.draw(1, number)).toList();

        assertThat(drawn.stream().distinct().sorted()).containsExactly(
                "/basket?user=1&item=7", "/basket?user=2&item=7", "/basket?user=3&item=7");
        assertThat(LongStream.range(0, 200).mapToObj(number -> text.draw(1, number)).toList()).isEqualTo(drawn);
        assertThat(LongStream.range(0, 200).mapToObj(number -> text.draw(2, number)).toList()).isNotEqualTo(drawn);
    }

    @Test
    void aWrongAnswerIsToldInWords() {
        Expectation total = new Expectation(200, "\"total\":\\s*\\d+");

        assertThat(total.wrong(200, "{\"total\": 5}".getBytes())).isNull();
        assertThat(total.wrong(302, new byte[0])).isEqualTo("answers with status 302, a redirect, instead of 200");
        assertThat(total.wrong(200, "{}".getBytes())).contains("nothing matches");
        assertThatIllegalArgumentException().isThrownBy(() -> new Expectation(200, "(")).withMessageContaining("'('");
        assertThatIllegalArgumentException().isThrownBy(() -> new Expectation(99, null)).withMessageContaining("99");
    }

    @Test
    void loadGoesToThisMachineOrToANamedHost() {
        AllowedHosts none = new AllowedHosts(List.of());
        AllowedHosts one = new AllowedHosts(List.of("shop.example"));

        none.require(java.net.URI.create("http://127.0.0.1:1"));
        none.require(java.net.URI.create("http://localhost:1"));
        none.require(java.net.URI.create("http://[::1]:1"));
        one.require(java.net.URI.create("http://shop.example"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.require(java.net.URI.create("http://192.0.2.7:80")))
                .withMessageContaining("add --allow-host 192.0.2.7");
    }
}
