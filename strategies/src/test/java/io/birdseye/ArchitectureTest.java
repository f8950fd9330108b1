package io.birdseye;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;

@AnalyzeClasses(packages = "io.birdseye", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule familiesDoNotKnowOneAnother = slices()
            .matching("io.birdseye.strategy.(*)..")
            .should()
            .notDependOnEachOther()
            .because("a strategy is read on its own, beside the others");

    @ArchTest
    static final ArchRule strategiesKnowNoHttpServer = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.ws.rs..", "org.glassfish..", "org.apache.hc..")
            .because("what is compared is the strategy, not its server or its client");

    @ArchTest
    static final ArchRule theWorkKnowsNoStrategy = noClasses()
            .that()
            .resideInAnyPackage("io.birdseye.fanout", "io.birdseye.memory", "io.birdseye.overview")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.birdseye.strategy..")
            .because("every strategy must be given exactly the same work");

    @ArchTest
    static final ArchRule strategiesSayWhatTheyAre = classes()
            .that()
            .implement(Strategy.class)
            .and()
            .areNotInterfaces()
            .should()
            .beAnnotatedWith(StrategyInfo.class)
            .andShould()
            .haveSimpleNameEndingWith("Strategy")
            .because("routes, tests, tables and docs derive from it");

    @ArchTest
    static final ArchRule nothingIsSharedBehindTheBack = noFields()
            .that()
            .areStatic()
            .should()
            .notBeFinal()
            .because("a strategy owns its state and ends it");

    @ArchTest
    static final ArchRule noDefaultPools = noClasses()
            .should()
            .callMethod(java.util.concurrent.ForkJoinPool.class, "commonPool")
            .because("on two cores the common pool has a single thread, and it belongs to nobody");
}
