package io.birdseye;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.birdseye", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests strategies = ArchTests.in(StrategyRules.class);

    @ArchTest
    static final ArchRule theWorkKnowsNoStrategy = noClasses()
            .that()
            .resideInAnyPackage("io.birdseye.fanout", "io.birdseye.memory", "io.birdseye.overview")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.birdseye.strategy..")
            .because("every strategy must be given exactly the same work");
}
