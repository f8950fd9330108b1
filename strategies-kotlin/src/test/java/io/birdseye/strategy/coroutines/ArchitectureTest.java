package io.birdseye.strategy.coroutines;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.birdseye.StrategyRules;

@AnalyzeClasses(packages = "io.birdseye.strategy.coroutines", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests strategies = ArchTests.in(StrategyRules.class);

    @ArchTest
    static final ArchRule noDispatchersOfTheWholeJvm = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("kotlinx.coroutines.Dispatchers")
            .because("they are shared by the whole JVM and know no budget");
}
