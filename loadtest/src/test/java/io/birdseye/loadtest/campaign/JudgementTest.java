package io.birdseye.loadtest.campaign;

import static io.birdseye.loadtest.campaign.MadeUp.besideOthers;
import static io.birdseye.loadtest.campaign.MadeUp.failed;
import static io.birdseye.loadtest.campaign.MadeUp.results;
import static io.birdseye.loadtest.campaign.MadeUp.toCome;
import static io.birdseye.loadtest.campaign.MadeUp.undisturbed;
import static io.birdseye.loadtest.campaign.MadeUp.valid;
import static io.birdseye.loadtest.campaign.MadeUp.withErrors;
import static io.birdseye.loadtest.campaign.MadeUp.withLongest;
import static io.birdseye.loadtest.campaign.MadeUp.withRequests;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.campaign.CampaignResult.Outcome;
import io.birdseye.loadtest.campaign.Judgement.Verdict;
import io.birdseye.report.result.Results;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JudgementTest {

    private static final Situation KILLED_SERVICE = Situation.of("kill -9 of the service", "at a random moment",
            "service died", 1, random -> InjectedFault.limit("", 0, ""));
    private static final Situation KILLED_COMMAND = KILLED_SERVICE.endingWith(137);
    private static final String DEATH = "service died with exit code 137";

    private static Seen seen(int exit, String lastWords, @Nullable Results results) {
        return new Seen(exit, lastWords, results, List.of(), List.of(), List.of());
    }

    private static Verdict disturbed(Situation situation, Seen seen) {
        return new Judgement(situation, undisturbed()).disturbed(seen);
    }

    private static Verdict resumed(Seen seen) {
        return new Judgement(KILLED_SERVICE, undisturbed()).resumed(seen);
    }

    @Test
    void aTableLikeTheUndisturbedOneIsRight() {
        Verdict verdict = disturbed(KILLED_SERVICE, seen(0, "", undisturbed()));

        assertThat(verdict).isEqualTo(new Verdict(Outcome.VALID, List.of(), List.of(), 0));
    }

    @Test
    void aTrialThatFailedIsRightIfItsReasonNamesTheCause() {
        Results results = results(valid("executor"), failed("http-async", DEATH));

        Verdict verdict = disturbed(KILLED_SERVICE, seen(1, "", results));

        assertThat(verdict).isEqualTo(new Verdict(Outcome.MARKED, List.of(DEATH), List.of(), 0));
    }

    @Test
    void aReasonThatNamesSomethingElseIsWrong() {
        Results results = results(valid("executor"), failed("http-async", "status 404"));

        Verdict verdict = disturbed(KILLED_SERVICE, seen(1, "", results));

        assertThat(verdict.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(verdict.wrong()).containsExactly(
                "block 1, http-async failed with a reason that does not name the cause: status 404");
    }

    @Test
    void theExitCodeMustAgreeWithTheTable() {
        Results failure = results(valid("executor"), failed("http-async", DEATH));

        assertThat(disturbed(KILLED_SERVICE, seen(0, "", failure)).wrong())
                .containsExactly("exit code 0, although a trial failed");
        assertThat(disturbed(KILLED_SERVICE, seen(1, "no page", undisturbed())).wrong())
                .containsExactly("ended with exit code 1 and a reason that does not name the cause: no page");
        assertThat(disturbed(KILLED_SERVICE, seen(1, DEATH, undisturbed())).wrong()).isEmpty();
        assertThat(disturbed(KILLED_SERVICE, seen(3, "", failure)).wrong())
                .containsExactly("exit code 3, although a trial failed");
        assertThat(disturbed(KILLED_SERVICE, seen(4, "no page", undisturbed())).wrong())
                .containsExactly("ended with exit code 4 and a reason that does not name the cause: no page");
    }

    @Test
    void anInvalidTrialIsMarkedWithItsOwnReason() {
        Verdict verdict = disturbed(
                KILLED_SERVICE, seen(0, "", results(valid("executor"), besideOthers("http-async", 0.5))));

        assertThat(verdict.outcome()).isEqualTo(Outcome.MARKED);
        assertThat(verdict.invalid()).isEqualTo(1);
        assertThat(verdict.reasons()).singleElement().asString().startsWith("invalid: other programs took 50 %");
    }

    @Test
    void aValidTrialThatLooksOtherwiseThanTheUndisturbedOneIsWrong() {
        Results results = results(withErrors("executor", 3), withRequests("http-async", 35));
        Verdict verdict = disturbed(KILLED_SERVICE, seen(0, "", results));

        assertThat(verdict.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(verdict.wrong()).containsExactly(
                "block 1, executor is valid with 3 errors {503=3}",
                "block 1, http-async is valid with 35 of 40 requests");
    }

    @Test
    void aValidTrialInWhichAnAnswerTookAsLongAsAFreezeIsWrong() {
        Verdict verdict = disturbed(
                KILLED_SERVICE, seen(0, "", results(valid("executor"), withLongest("http-async", 2_900))));

        assertThat(verdict.wrong()).containsExactly("block 1, http-async is valid, although an answer took 2,900 ms");
    }

    @Test
    void whereTheServiceItselfIsLimitedItMayRefuseRequests() {
        Results results = results(valid("executor"), withErrors("http-async", 3));

        Verdict verdict = disturbed(KILLED_SERVICE.withErrors(), seen(0, "", results));

        assertThat(verdict).isEqualTo(new Verdict(Outcome.MARKED, List.of("3 errors {503=3}"), List.of(), 0));
    }

    @Test
    void aTableThatLacksAStrategyIsWrong() {
        assertThat(disturbed(KILLED_SERVICE, seen(0, "", results(valid("executor")))).wrong())
                .containsExactly("the table lacks block 1, http-async");
    }

    @Test
    void aKilledComparisonMayLeaveATableThatSaysHowManyTrialsAreMissing() {
        Results partial = results(valid("executor"));

        assertThat(disturbed(KILLED_COMMAND, seen(137, "", toCome(1, partial))).wrong()).isEmpty();
        assertThat(disturbed(KILLED_COMMAND, seen(137, "", toCome(2, partial))).wrong())
                .containsExactly("the table lacks block 1, http-async");
        assertThat(disturbed(KILLED_SERVICE, seen(0, "", toCome(1, partial))).wrong())
                .contains("the table lacks block 1, http-async");
        assertThat(resumed(seen(0, "", toCome(1, partial))).wrong())
                .containsExactly("the table lacks block 1, http-async");
    }

    @Test
    void aComparisonThatWasKilledItselfSaysNothing() {
        Verdict verdict = disturbed(KILLED_COMMAND, seen(137, "block 1, executor (about 12 s left)", null));

        assertThat(verdict)
                .isEqualTo(new Verdict(Outcome.ENDED, List.of("ended with exit code 137"), List.of(), 0));
    }

    @Test
    void aComparisonThatEndsBecauseOfAnotherProcessSaysWhy() {
        assertThat(disturbed(KILLED_SERVICE, seen(1, DEATH, null)))
                .isEqualTo(new Verdict(Outcome.ENDED, List.of(DEATH), List.of(), 0));
        assertThat(disturbed(KILLED_SERVICE, seen(1, "java.io.EOFException", null)).outcome()).isEqualTo(Outcome.WRONG);
        assertThat(disturbed(KILLED_SERVICE, seen(0, "", null)).outcome()).as("no table").isEqualTo(Outcome.WRONG);
    }

    @Test
    void aHalfWrittenFileIsWrong() {
        Seen seen = new Seen(137, "", null, List.of("1-executor.json is not whole"), List.of(), List.of());

        assertThat(disturbed(KILLED_COMMAND, seen).wrong()).containsExactly("1-executor.json is not whole");
    }

    @Test
    void aDisturbanceThatNoTrialTellsOfIsWrong() {
        Situation busy = KILLED_SERVICE.noticedWhereQuiet();

        assertThat(disturbed(busy, seen(0, "", undisturbed())).wrong())
                .containsExactly("no trial says that it was disturbed");
        assertThat(disturbed(busy, seen(0, "", results(valid("executor"), besideOthers("http-async", 0.5)))).wrong())
                .isEmpty();
    }

    @Test
    void theResumedComparisonHasToBeWhole() {
        assertThat(resumed(seen(0, "", undisturbed())).wrong()).isEmpty();
        assertThat(resumed(seen(2, "the folder is in use", null)).wrong()).containsExactly(
                "resumed, it ended with exit code 2: the folder is in use", "resumed, it has no table");
        assertThat(resumed(seen(1, "", results(valid("executor"), failed("http-async", DEATH)))).wrong())
                .contains("resumed, block 1, http-async failed: " + DEATH);
        assertThat(resumed(seen(0, "", results(valid("executor")))).wrong())
                .containsExactly("the table lacks block 1, http-async");
        Seen torn = new Seen(0, "", undisturbed(), List.of(), List.of("report.html"), List.of("results.json.part"));
        assertThat(resumed(torn).wrong())
                .containsExactly("resumed, it has no report.html", "resumed, it left results.json.part");
    }

    @Test
    void aFullTableWithATrialThatOthersDisturbedIsFull() {
        Verdict verdict = resumed(seen(0, "", results(valid("executor"), besideOthers("http-async", 0.3))));

        assertThat(verdict.wrong()).isEmpty();
        assertThat(Optional.of(verdict.invalid())).hasValue(1);
    }
}
