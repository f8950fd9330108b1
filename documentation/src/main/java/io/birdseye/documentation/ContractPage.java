package io.birdseye.documentation;

import io.birdseye.service.contract.Situation;
import io.birdseye.service.contract.Situation.Deviation;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Limit;
import java.util.ArrayList;
import java.util.List;

/** Writes {@code docs/reference/contract.md}: what the contract suite asserts, strategy by strategy. */
final class ContractPage {

    private static final String HEAD_OF_LINE_BLOCKING =
            "One thread sends all answers: whoever takes one of them slowly holds up the others.";
    private static final String LOAD_SHEDDING =
            "It refuses before its max in flight is reached, when a request would have to wait; in the same way.";

    private final StringBuilder page = new StringBuilder();
    private final List<String> footnotes = new ArrayList<>();

    private ContractPage() {}

    static String of(List<StrategyEntry> strategies) {
        ContractPage page = new ContractPage();
        page.head();
        page.situations();
        page.table(strategies);
        page.footnotes();
        page.edges();
        return page.page.toString();
    }

    private void head() {
        page.append("# The contract, strategy by strategy\n\n").append(GeneratedPage.NOTE).append(
                """
                Every strategy, published, repaired or new, goes through the same situations: a real service, real
                sockets, upstreams with configurable faults. After each of them permits, work in flight, threads and
                sockets are back where they were, nothing has been written to stderr, and the next request
                succeeds. Where a strategy cannot keep a promise without ceasing to be what it is, it says so in its
                metadata, and the suite asserts that it really misses it in just that way.

                Strategies that need a later JDK are not in the table, since the suite runs on JDK 25. There the same tests run by hand, after
                `mvn install -DskipTests`: `mvn verify -pl service -Djvm=$JAVA26_HOME/bin/java -Dtest=HttpContractTest,FaultMatrixTest,ErrorContractTest`.

                """);
    }

    private void situations() {
        page.append("| situation | what has to come of it |\n|---|---|\n");
        for (Situation situation : Situation.values()) {
            page.append("| %s | %s |\n".formatted(situation.title(), situation.promise()));
        }
        page.append("| answer taken slowly | it holds up no other answer (suite without HTTP) |\n");
        page.append("| within its budget | never more calls or combinations at once than it was given; just the threads"
                + " that it declares (suite without HTTP) |\n\n");
    }

    private void table(List<StrategyEntry> strategies) {
        page.append("✓ keeps the promise; a number is a deviation that is explained below.\n\n| strategy |");
        for (Situation situation : Situation.values()) {
            page.append(' ').append(situation.title()).append(" |");
        }
        page.append(" answer taken slowly | within its budget |\n|---|");
        page.append(":-:|".repeat(Situation.values().length + 2)).append('\n');
        for (StrategyEntry entry : strategies) {
            page.append("| [`%s`](strategies.md#%s) |".formatted(entry.name(), entry.name()));
            for (Situation situation : Situation.values()) {
                boolean early = situation == Situation.FULL && has(entry, Limit.LOAD_SHEDDING);
                cell(early ? LOAD_SHEDDING : situation.deviation(entry).map(Deviation::footnote).orElse(""));
            }
            cell(has(entry, Limit.HEAD_OF_LINE_BLOCKING) ? HEAD_OF_LINE_BLOCKING : "");
            cell("");
            page.append('\n');
        }
        page.append('\n');
    }

    private static boolean has(StrategyEntry entry, Limit limit) {
        return List.of(entry.info().limits()).contains(limit);
    }

    private void cell(String footnote) {
        if (footnote.isEmpty()) {
            page.append(" ✓ |");
            return;
        }
        if (!footnotes.contains(footnote)) {
            footnotes.add(footnote);
        }
        page.append(" [%1$d](#note-%1$d) |".formatted(footnotes.indexOf(footnote) + 1));
    }

    private void edges() {
        page.append(
                """

                ## Before a strategy

                What reaches no strategy is asserted by `EdgeContractTest`, `MutationContractTest` and, for mock-api,
                `MockEdgeTest`. A refusal with 4xx or 505 is a problem document (RFC 9457) on a connection that is then closed.

                | request | what has to come of it |
                |---|---|
                | not proper HTTP/1.1 (RFC 9112): a line feed alone, a folded line, a space before a colon, none or two hosts, two lengths, a length beside a transfer coding | 400 |
                | HTTP other than 1.0 and 1.1 | 505 |
                | a body, which no request of the service has | 413; the body is not read |
                | more than 8,192 bytes or 100 headers | 431 |
                | `Expect` other than `100-continue` | 417 |
                | a head that does not end within `--head-timeout` | 408 |
                | a connection beyond `--max-connections`, or for which there is no descriptor (`ulimit -n`) | 503; where many come at once, most are closed without an answer |
                | a call to an upstream for which there is no descriptor | 503 for its request |
                | `Host` is none of: an IP address, `localhost`, `*.localhost`, a name without a dot, a name of `--allowed-hosts` | 421; so is the host of an absolute target |
                | not `GET`, `HEAD` or `OPTIONS`, and `Sec-Fetch-Site` (without it: `Origin`) names another site | 403 |
                | `/health/live`, `/health/ready` | answered on the selector thread, however busy the HTTP threads are |
                | `/health/ready`, while a strategy is down or has ended none of its requests since 10 s after the deadline | 503 with `DOWN`, and a check that names it. One that is down is replaced by the next request for it, or within 10 s |
                | `/overview/NAME`, `/trace/NAME` where there is no such strategy | 404 |
                | the strategies would have more than `--max-threads` threads together | idle ones are closed; if that is not enough 503, and 400 if the request alone would have more |
                | the system gives no more threads | a request waits for those that there are, or 503 |
                | `/metrics`, `/internal/…` | answered by a thread of their own |
                | bodies of all requests hold more than `--max-body-total` | 503 |
                | the client does not take its answer within `--answer-timeout` after the deadline | its connection is closed; until then the answer holds no thread |
                | answers that their clients have not taken hold more than half of `--max-body-total` together | those that have waited longest are closed |
                | a seventeenth listener of `/events` | it is served; the one that has listened longest is ended |

                Service and mock-api listen on 127.0.0.1 unless told otherwise. A service name of Docker Compose has no dot
                and is allowed; a name such as `birdseye.default.svc.cluster.local` must be in `--allowed-hosts`
                (`BIRDSEYE_ALLOWED_HOSTS`, `MOCK_ALLOWED_HOSTS`).

                A client that closes its side of a connection has left: its request ends, also if it could still read. It
                has not left if the request says `Connection: close`, or is of HTTP/1.0 without `keep-alive`: no other
                request could follow, so the client may close its side (`nc -N`) and wait. That such a client leaves all the
                same is noticed when its answer is written, or at the deadline. While a request is served, 8,192 bytes
                behind it are read and kept for the next one, so a client that pipelines is watched too; with more, it is
                watched again after the answer.

                What is refused here counts in `birdseye_edge_refusals_total` of `/metrics`, with its `reason`, and in no
                other metric. `/openapi.json` has these statuses for every path.

                mock-api closes connections beyond `--max-connections`, and those that bring no whole request within
                `--idle-timeout`; its stats count both.
                """);
    }

    private void footnotes() {
        for (int i = 0; i < footnotes.size(); i++) {
            page.append("<a id=\"note-%1$d\"></a>%1$d. %2$s\n".formatted(i + 1, footnotes.get(i)));
        }
    }
}
