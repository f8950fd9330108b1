package io.birdseye.house;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.ForkJoinPool;

/** Walls within modules; those between modules are in {@link HouseTest}. */
@AnalyzeClasses(
        packages = {
            "io.birdseye.model", "io.birdseye.fanout", "io.birdseye.memory", "io.birdseye.overview", "io.birdseye.strategy",
            "io.birdseye.experiments"
        },
        importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String[] WORK = {"io.birdseye.fanout..", "io.birdseye.memory..", "io.birdseye.overview.."};
    private static final String STRATEGIES = "io.birdseye.strategy..";
    private static final String[] ARTICLES = {
        "..experiments.android..", "..experiments.birdseyeview..", "..experiments.forkjoin..", "..experiments.rxtasks..",
        "..experiments.truths.."
    };

    @ArchTest
    static final ArchRule theModelStandsOnTheJdkAlone = classes()
            .that().resideInAPackage("io.birdseye.model..")
            .should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.birdseye.model..", "java..", "com.sun.management", "org.jspecify.annotations")
            .because("every module uses it, so whatever it depended on, all would");

    @ArchTest
    static final ArchRule theWorkKnowsNoStrategy = noClasses()
            .that().resideInAnyPackage(WORK)
            .should().dependOnClassesThat().resideInAPackage(STRATEGIES)
            .because("every strategy must be given exactly the same work");

    @ArchTest
    static final ArchRule familiesDoNotKnowOneAnother = slices()
            .matching("io.birdseye.strategy.(*)..")
            .should().notDependOnEachOther()
            .ignoreDependency(resideInAPackage("io.birdseye.strategy.catalog"), alwaysTrue())
            .because("a strategy is read on its own, beside the others");

    @ArchTest
    static final ArchRule strategiesKnowNoHttpServer = noClasses()
            .that().resideInAnyPackage(WORK).or().resideInAPackage(STRATEGIES)
            .should().dependOnClassesThat().resideInAnyPackage(
                    "jakarta.ws.rs..", "org.glassfish..", "org.apache.hc.client5..", "org.apache.hc.core5.http..")
            .because("what is compared is the strategy, not its server or its client; the queue of a connection pool is"
                    + " a strategy's, as a semaphore is");

    @ArchTest
    static final ArchRule strategiesSayWhatTheyAre = classes()
            .that().implement(Strategy.class).and().areNotInterfaces().and().doNotHaveModifier(JavaModifier.ABSTRACT)
            .and().resideInAPackage(STRATEGIES)
            .should().beAnnotatedWith(StrategyInfo.class)
            .andShould().haveSimpleNameEndingWith("Strategy")
            .because("routes, tests, tables and docs derive from it");

    @ArchTest
    static final ArchRule nothingIsSharedBehindTheBack = fields()
            .that().areStatic().and().areDeclaredInClassesThat(resideInAnyPackage(WORK).or(resideInAPackage(STRATEGIES)))
            .should().beFinal()
            .because("a strategy owns its state and ends it");

    @ArchTest
    static final ArchRule noDefaultPools = noClasses()
            .that().resideInAnyPackage(WORK).or().resideInAPackage(STRATEGIES)
            .should().callMethod(ForkJoinPool.class, "commonPool")
            .because("on two cores the common pool has a single thread, and it belongs to nobody");

    @ArchTest
    static final ArchRule noDispatchersOfTheWholeJvm = noClasses()
            .that().resideInAPackage(STRATEGIES)
            .should().dependOnClassesThat().haveFullyQualifiedName("kotlinx.coroutines.Dispatchers")
            .because("they are shared by the whole JVM and know no budget");

    @ArchTest
    static final ArchRule articlesDoNotKnowOneAnother = slices()
            .matching("io.birdseye.experiments.(android|birdseyeview|forkjoin|rxtasks|truths)..")
            .should().notDependOnEachOther()
            .because("each article's package is read on its own");

    @ArchTest
    static final ArchRule measuringKnowsNoArticle = noClasses()
            .that().resideInAnyPackage("..experiments.claim..", "..experiments.measure..")
            .should().dependOnClassesThat().resideInAnyPackage(ARTICLES)
            .because("a new claim needs no change of the framework");

    @ArchTest
    static final ArchRule probesCanBeStartedByName = classes()
            .that().implement(Probe.class)
            .should().bePublic()
            .because("the child JVM makes them from their name");

    @ArchTest
    static final ArchRule onlyTheMainArticleKnowsTheTrialRunner = noClasses()
            .that().resideInAPackage("io.birdseye.experiments..").and().resideOutsideOfPackage("..experiments.birdseyeview..")
            .should().dependOnClassesThat().resideInAnyPackage("io.birdseye.loadtest.client..",
                    "io.birdseye.loadtest.generate..", "io.birdseye.loadtest.trial..", "io.birdseye.loadtest.recipe..",
                    "io.birdseye.report.result..")
            .because("the other articles have no service under load");
}
