package io.birdseye.experiments;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.birdseye.experiments.measure.Probe;

@AnalyzeClasses(packages = "io.birdseye.experiments", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule ARTICLES_DO_NOT_KNOW_ONE_ANOTHER = slices()
            .matching("io.birdseye.experiments.(android|birdseyeview|forkjoin|rxtasks|truths)..")
            .should().notDependOnEachOther()
            .because("each article's package is read on its own");

    @ArchTest
    static final ArchRule MEASURING_KNOWS_NO_ARTICLE = noClasses()
            .that().resideInAnyPackage("..experiments.claim..", "..experiments.measure..", "..experiments.ledger..")
            .should().dependOnClassesThat().resideInAnyPackage(
                    "..experiments.android..", "..experiments.birdseyeview..", "..experiments.forkjoin..",
                    "..experiments.rxtasks..", "..experiments.truths..")
            .because("a new claim needs no change of the framework");

    @ArchTest
    static final ArchRule PROBES_CAN_BE_STARTED_BY_NAME = classes()
            .that().implement(Probe.class)
            .should().bePublic()
            .because("the child JVM makes them from their name");

    @ArchTest
    static final ArchRule ONLY_THE_MAIN_ARTICLE_KNOWS_THE_TRIAL_RUNNER = noClasses()
            .that().resideOutsideOfPackage("..experiments.birdseyeview..")
            .should().dependOnClassesThat().resideInAnyPackage("io.birdseye.loadtest.client..",
                    "io.birdseye.loadtest.generate..", "io.birdseye.loadtest.trial..", "io.birdseye.loadtest.recipe..",
                    "io.birdseye.report.result..")
            .because("the other articles have no service under load");
}
