package io.birdseye.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Budget;
import io.birdseye.model.CallPolicy.Pool;
import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.model.Load.Model;
import io.birdseye.scenario.Faults.BrokenConnection;
import io.birdseye.model.Fault;
import io.birdseye.scenario.Faults.ErrorStatus;
import io.birdseye.scenario.InvalidScenario.ScenarioProblem;
import io.birdseye.scenario.LoadProfile.Phase;
import io.birdseye.scenario.Scenario.Objective;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenarioProblemsTest {

    private static final List<String> STRATEGIES = List.of("sequential", "executor", "rx");

    private static final String GOOD =
            """
            name: shop
            description: a shop
            groups:
              - name: cart
                calls:
                  - name: cart
                    latency: 200ms
                    payload: 27kB
                  - name: stock
                    like: cart
                    latency: { lognormal: { median: 80ms, sigma: 0.5 } }
                    failureRate: 0.01
                    faults: { connection: { kind: EMPTY_RESPONSE, probability: 0.5 } }
                cpu: { multiply: 5MB, layout: primitive }
              - name: advice
                calls:
                  - name: advice
                    latency: { uniform: { lower: 50ms, upper: 0.15s } }
                cpu: { time: 22ms }
            load:
              open:
                - { rate: 20, lasting: 30s }
                - { from: 20, to: 60, lasting: 1m }
                - { from: 60, to: 100, steps: 5, lasting: 100s }
              arrivals: poisson
            budget: { io: 60, cpu: 2, maxInFlight: 250 }
            deadline: 2s
            objective: { p99: 400ms, rate: 50 }
            strategies: [executor, rx]
            """;

    private static List<String> problemsOf(String text) {
        InvalidScenario refused =
                catchThrowableOfType(InvalidScenario.class, () -> ScenarioFile.parse("shop.yaml", text, STRATEGIES));
        assertThat(refused).as("the scenario should have been refused").isNotNull();
        return refused.problems().stream().map(ScenarioProblem::toString).toList();
    }

    private static Scenario parse(String text) throws InvalidScenario {
        return ScenarioFile.parse("shop.yaml", text, STRATEGIES).scenario();
    }

    private static String onlyProblemOf(String text) {
        List<String> problems = problemsOf(text);
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }

    private static String oneCall(String fields) {
        return "name: shop\ngroups:\n  - name: cart\n    calls:\n      - name: cart\n" + fields.indent(8);
    }

    @Test
    void everyFieldArrivesInTheRecords() throws Exception {
        Scenario scenario = parse(GOOD);

        assertThat(scenario.name()).isEqualTo("shop");
        assertThat(scenario.description()).isEqualTo("a shop");
        assertThat(scenario.groups()).hasSize(2);
        assertThat(scenario.calls()).extracting(Scenario.Call::name).containsExactly("cart", "stock", "advice");
        assertThat(scenario.calls().get(0).latency()).isEqualTo(new Latency.Fixed(200));
        assertThat(scenario.calls().get(1).latency()).isEqualTo(new Latency.Lognormal(80, 0.5));
        assertThat(scenario.calls().get(2).latency()).isEqualTo(new Latency.Uniform(50, 150));
        assertThat(scenario.calls().get(1).payload()).isEqualTo(new DataSize(27_000));
        assertThat(scenario.calls().get(1).faults())
                .isEqualTo(new Faults(
                        new ErrorStatus(503, 0.01), new BrokenConnection(Fault.EMPTY_RESPONSE, 0.5), null));
        assertThat(scenario.calls().get(2).faults()).isEqualTo(Faults.NONE);
        assertThat(scenario.groups().get(0).cpu())
                .isEqualTo(new CpuStage.Multiply(new DataSize(5_000_000), Layout.PRIMITIVE));
        assertThat(scenario.groups().get(1).cpu()).isEqualTo(new CpuStage.Compute(Duration.ofMillis(22)));
        assertThat(scenario.load())
                .isEqualTo(new LoadProfile(
                        Model.OPEN,
                        Arrivals.POISSON,
                        List.of(
                                new Phase(20, 20, 0, Duration.ofSeconds(30)),
                                new Phase(20, 60, 0, Duration.ofMinutes(1)),
                                new Phase(60, 100, 5, Duration.ofSeconds(100)))));
        assertThat(scenario.budget()).isEqualTo(new Budget(60, 2, 250));
        assertThat(scenario.deadline()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.objective()).isEqualTo(new Objective(Duration.ofMillis(400), 50));
        assertThat(scenario.strategies()).containsExactly("executor", "rx");
    }

    private static final String CHAIN =
            """
            name: shop
            pools: { db: { size: 10, wait: 1s }, cache: { size: 2 } }
            groups:
              - name: cart
                calls:
                  - { name: user, latency: 20ms, then: orders, pool: db }
                  - { name: orders, like: user, probability: 0.4, timeout: 300ms, then: items }
                  - { name: items, latency: 5ms, pool: cache, retry: { times: 2, on: [connection, 429] } }
                  - { name: stock, like: items, retry: { times: 1 } }
            """;

    @Test
    void aChainIsOneCallOfItsGroup() throws Exception {
        Scenario scenario = parse(CHAIN);
        List<Scenario.Call> calls = scenario.groups().getFirst().calls();
        Pool db = new Pool("db", 10, Duration.ofSeconds(1));

        assertThat(calls).extracting(Scenario.Call::name).containsExactly("user", "stock");
        List<Scenario.Call> chain = calls.getFirst().chain();
        assertThat(chain).extracting(Scenario.Call::name).containsExactly("user", "orders", "items");
        assertThat(scenario.calls()).extracting(Scenario.Call::name).containsExactly("user", "orders", "items", "stock");
        assertThat(chain).extracting(Scenario.Call::policy).containsExactly(
                new CallPolicy(1, db, null, Retry.NEVER),
                new CallPolicy(0.4, db, Duration.ofMillis(300), Retry.NEVER),
                new CallPolicy(1, new Pool("cache", 2, null), null, new Retry(2, Set.of("connection", "429"))));
        assertThat(calls.getLast().policy().retry()).isEqualTo(new Retry(1, Set.of("timeout", "503")));
    }

    /** What is changed in the chain, to what, and what is said of it. */
    private record Change(String from, String to, String said) {}

    @Test
    void whatIsWrongWithChainsPoolsAndRetriesIsSaidWithItsPlace() {
        List<Change> changes = List.of(
                new Change("items, latency: 5ms, pool: cache", "items, latency: 5ms, pool: cache, then: user", 
                        "8:57: groups[1].calls[3].then is 'user', but allowed is a call that does not come back to this one: user is followed by orders is followed by items is followed by user"),
                new Change("then: orders", "then: user", 
                        "6:44: groups[1].calls[1].then is 'user', but allowed is a call that does not come back to this one: user is followed by user"),
                new Change("then: orders", "then: nobody", 
                        "6:44: groups[1].calls[1].then is 'nobody', but allowed is the name of another call: user, orders, items, stock"),
                new Change("like: items", "like: items, then: items", 
                        "9:43: groups[1].calls[4].then is 'items', but allowed is a call that follows no other call already"),
                new Change("pool: db }", "pool: dbs }", 
                        "6:58: groups[1].calls[1].pool is 'dbs', but allowed is one of the pools: db, cache"),
                new Change("pools: { db: { size: 10, wait: 1s }, cache: { size: 2 } }", "description: none", 
                        "6:58: groups[1].calls[1].pool is 'db', but allowed is none, since the scenario has no 'pools', such as pools: { db: { size: 10 } }"),
                new Change("cache: { size: 2 }", "cache: { size: 2 }, spare: { size: 1 }", 
                        "2:65: pools.spare is used by no call; name it in one, as pool: spare"),
                new Change("size: 10", "size: 0", 
                        "2:22: pools.db.size is '0', but allowed is a whole number from 1 to 100,000"),
                new Change("wait: 1s", "wait: 0s", 
                        "2:32: pools.db.wait is '0s', but allowed is a duration from 1ms to 1h, such as 200ms or 1.5s"),
                new Change("db: { size: 10, wait: 1s }", "db: 10", 
                        "2:14: pools.db is '10', but allowed is an object with size, wait"),
                new Change("db:", "Data Base:", 
                        "2:8: pools is an object with Data Base, cache, but allowed is 1 to 16 pools by their names, such as db: { size: 10, wait: 1s }"),
                new Change("times: 2", "times: 6", 
                        "8:67: groups[1].calls[3].retry.times is '6', but allowed is a whole number from 1 to 5"),
                new Change("[connection, 429]", "[sometimes]", 
                        "8:75: groups[1].calls[3].retry.on[1] is 'sometimes', but allowed is timeout, connection, or a status from 400 to 599"),
                new Change("[connection, 429]", "[200]", 
                        "8:75: groups[1].calls[3].retry.on[1] is '200', but allowed is timeout, connection, or a status from 400 to 599"),
                new Change("[connection, 429]", "timeout", 
                        "8:74: groups[1].calls[3].retry.on is 'timeout', but allowed is a list of timeout, connection and statuses from 400 to 599"),
                new Change("probability: 0.4", "probability: 40", 
                        "7:50: groups[1].calls[2].probability is '40', but allowed is a number from 0 to 1"),
                new Change("timeout: 300ms", "timeout: 0ms", 
                        "7:64: groups[1].calls[2].timeout is '0ms', but allowed is a duration from 1ms to 1h, such as 200ms or 1.5s"));
        for (Change change : changes) {
            String text = CHAIN.replace(change.from(), change.to());
            assertThat(problemsOf(text)).contains("shop.yaml:" + change.said());
        }
    }

    @Test
    void onlyNameAndCallsAreNeeded() throws Exception {
        Scenario scenario = parse(oneCall("latency: 20ms"));

        assertThat(scenario.load()).isNull();
        assertThat(scenario.budget()).isNull();
        assertThat(scenario.objective()).isNull();
        assertThat(scenario.deadline()).isEqualTo(Scenario.DEFAULT_DEADLINE);
        assertThat(scenario.groups().getFirst().cpu()).isEqualTo(new CpuStage.None());
    }

    @Test
    void aNegativeLatencyIsRefusedByLine() {
        assertThat(onlyProblemOf(oneCall("latency: -5ms")))
                .isEqualTo("shop.yaml:6:18: groups[1].calls[1].latency is '-5ms', but allowed is a duration from 0ms"
                        + " to 1h, such as 200ms or 1.5s");
    }

    @Test
    void aPayloadOfTwoGigabytesIsRefusedByLine() {
        assertThat(onlyProblemOf(oneCall("latency: 5ms\npayload: 2GB")))
                .startsWith("shop.yaml:7:18: groups[1].calls[1].payload is '2GB', but allowed is a size from 0B to"
                        + " 16MB");
    }

    @Test
    void anUnknownStrategyIsRefusedByLine() {
        assertThat(onlyProblemOf(GOOD.replace("[executor, rx]", "[executor, reactr]")))
                .isEqualTo("shop.yaml:29:24: strategies[2] is 'reactr', but allowed is sequential, executor, rx");
    }

    @Test
    void aGroupWithoutCallIsRefusedByLine() {
        assertThat(onlyProblemOf("name: shop\ngroups:\n  - name: cart\n    calls: []\n"))
                .isEqualTo("shop.yaml:4:12: groups[1].calls is an empty list, but allowed is a list of 1 to 64 calls");
        assertThat(onlyProblemOf("name: shop\ngroups:\n  - name: cart\n"))
                .isEqualTo("shop.yaml:3:5: groups[1] needs 'calls': a list of 1 to 64 calls");
        assertThat(onlyProblemOf("name: shop\n")).contains("shop.yaml:1:1").contains("needs 'groups'");
        assertThat(onlyProblemOf("name: shop\ngroups: []\n"))
                .isEqualTo("shop.yaml:2:9: groups is an empty list, but allowed is a list of 1 to 16 groups, each"
                        + " with at least one call");
    }

    @Test
    void aCycleOfCallsIsRefusedByLine() {
        String cycle =
                """
                name: shop
                groups:
                  - name: cart
                    calls:
                      - { name: a, like: b }
                      - { name: b, like: c }
                      - { name: c, like: a }
                """;

        assertThat(onlyProblemOf(cycle))
                .isEqualTo("shop.yaml:7:26: groups[1].calls[3].like is 'a', but allowed is a call that does not come"
                        + " back to this one: a is like b is like c is like a");
    }

    @Test
    void aCycleOfAliasesIsRefusedByLine() {
        assertThat(onlyProblemOf("name: shop\ngroups: &all\n  - name: cart\n    calls: *all\n"))
                .startsWith("shop.yaml:2:9: an alias within this part repeats the part itself");
    }

    @Test
    void anUnknownReferenceIsRefusedByLine() {
        assertThat(onlyProblemOf(oneCall("like: stock")))
                .isEqualTo("shop.yaml:6:15: groups[1].calls[1].like is 'stock', but allowed is the name of another"
                        + " call: cart");
        assertThat(onlyProblemOf("name: shop\ngroups: *nothing\n")).startsWith("shop.yaml:2:").contains("nothing");
    }

    @Test
    void allProblemsAreToldAtOnceInTheOrderOfTheirLines() {
        String bad =
                """
                name: My Shop
                groups:
                  - name: cart
                    calls:
                      - name: cart
                        latency: 20
                        payload: big
                        failureRate: 1.5
                        retries: 3
                      - name: cart
                        latency: 5ms
                      - latency: { uniform: { lower: 9ms, upper: 3ms } }
                        name: stock
                    cpu: { time: 5ms, multiply: 5MB }
                load: { rate: 50, users: 10 }
                budget: { io: 0, cpu: 2.5 }
                deadline: soon
                objective: { p99: 400ms, rate: -1 }
                strategies: executor
                colour: red
                """;

        List<String> problems = problemsOf(bad);

        assertThat(problems).extracting(problem -> Integer.parseInt(problem.split(":")[1])).isSorted();
        assertThat(String.join("\n", problems))
                .contains(
                        "shop.yaml:1:7: name is 'My Shop'",
                        "shop.yaml:6:18: groups[1].calls[1].latency is '20', but allowed is a duration from 0ms to 1h,"
                                + " such as 200ms, or one of fixed, uniform, lognormal",
                        "shop.yaml:7:18: groups[1].calls[1].payload is 'big'",
                        "shop.yaml:8:22: groups[1].calls[1].failureRate is '1.5', but allowed is a number from 0 to 1",
                        "shop.yaml:9:9: groups[1].calls[1] has no field 'retries'; allowed are name, like, latency,",
                        "shop.yaml:10:15: groups[1].calls[2].name is 'cart', but allowed is a name that no other call"
                                + " has",
                        "shop.yaml:12:50: groups[1].calls[3].latency.uniform.upper is '3ms', but allowed is a duration"
                                + " above the lower bound, 9ms",
                        "shop.yaml:14:10: groups[1].cpu needs either 'time', such as 22ms, or 'multiply', such as 5MB",
                        "shop.yaml:15:7: load needs exactly one of rate, users, open, closed, but is an object with"
                                + " rate, users",
                        "shop.yaml:16:9: budget needs 'maxInFlight': a whole number from 1 to 100,000",
                        "shop.yaml:16:15: budget.io is '0'",
                        "shop.yaml:16:23: budget.cpu is '2.5', but allowed is a whole number",
                        "shop.yaml:17:11: deadline is 'soon'",
                        "shop.yaml:18:32: objective.rate is '-1'",
                        "shop.yaml:19:13: strategies is 'executor', but allowed is a list",
                        "shop.yaml:20:1: the scenario has no field 'colour'; allowed are name, description, groups");
        assertThat(problems).hasSize(16);
    }

    @Test
    void whatIsNoYamlIsRefusedByLine() {
        assertThat(onlyProblemOf("name: shop\ngroups: [\n")).matches("shop.yaml:[23]:\\d+: not YAML: .*");
        assertThat(onlyProblemOf("")).contains("empty");
        assertThat(onlyProblemOf("just text"))
                .startsWith("shop.yaml:1:1: the scenario is 'just text', but allowed is an object with name,");
    }

    @Test
    void aFieldThatIsGivenTwiceIsRefusedByLine() {
        assertThat(onlyProblemOf(oneCall("latency: 5ms\nlatency: 6ms")))
                .isEqualTo("shop.yaml:7:9: groups[1].calls[1] has the field 'latency' twice");
    }

    @Test
    void phasesAreCheckedToo() {
        String phases = oneCall("latency: 5ms")
                + """
                load:
                  closed:
                    - { users: 2.5, lasting: 10s }
                    - { from: 1, lasting: 10s }
                    - { users: 5 }
                    - { rate: 5, lasting: 10s }
                  arrivals: poisson
                """;

        assertThat(String.join("\n", problemsOf(phases)))
                .contains(
                        "load.closed[1].users is '2.5', but allowed is a whole number",
                        "load.closed[2] needs either 'users', or 'from' and 'to'", "load.closed[3] needs 'lasting'",
                        "load.closed[4] has no field 'rate'", "load.arrivals is only for rates");
    }

    @Test
    void aFieldThatDoesNotFitTheOthersIsRefusedByLine() {
        assertThat(onlyProblemOf(GOOD.replace("{ time: 22ms }", "{ time: 22ms, layout: boxed }")))
                .isEqualTo("shop.yaml:19:32: groups[2].cpu.layout is only for 'multiply'");
        assertThat(onlyProblemOf(GOOD.replace("{ rate: 20, lasting: 30s }", "{ rate: 20, steps: 3, lasting: 30s }")))
                .isEqualTo("shop.yaml:22:26: load.open[1].steps is only for 'from' and 'to'");
        assertThat(onlyProblemOf(oneCall("payload: 5kB")))
                .startsWith("shop.yaml:5:9: groups[1].calls[1] needs 'latency', such as 200ms, or 'like' with the"
                        + " name of another call");
        assertThat(onlyProblemOf(oneCall("latency: { fixed: 1ms, uniform: { lower: 1ms, upper: 2ms } }")))
                .isEqualTo("shop.yaml:6:18: groups[1].calls[1].latency is an object with fixed, uniform, but allowed is"
                        + " exactly one of fixed, uniform, lognormal");
    }

    @Test
    void durationsAreReadInPartsAndWithASpaceToo() throws Exception {
        assertThat(parse(oneCall("latency: 1m30s")).calls().getFirst().latency()).isEqualTo(new Latency.Fixed(90_000));
        assertThat(parse(oneCall("latency: 20 ms")).calls().getFirst().latency()).isEqualTo(new Latency.Fixed(20));
        assertThat(onlyProblemOf(oneCall("latency: 30s1m"))).contains("latency is '30s1m', but allowed is a duration");
    }

    @Test
    void anEmptyValueIsRefusedWhereItStands() {
        assertThat(problemsOf(oneCall("latency:\npayload:")))
                .containsExactly(
                        "shop.yaml:6:17: groups[1].calls[1].latency is empty, but allowed is a duration from 0ms to 1h,"
                                + " such as 200ms, or one of fixed, uniform, lognormal",
                        "shop.yaml:7:17: groups[1].calls[1].payload is empty, but allowed is a size from 0B to 16MB,"
                                + " such as 27kB or 0.8MB");
    }
}
