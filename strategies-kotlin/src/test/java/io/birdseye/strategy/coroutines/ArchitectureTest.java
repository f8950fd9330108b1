package io.birdseye.strategy.coroutines;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;

@AnalyzeClasses(packages = "io.birdseye.strategy.coroutines", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule aFamilyKnowsOnlyTheContract = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta.ws.rs..", "org.glassfish..", "org.apache.hc..", "io.birdseye.strategy.executor..")
            .because("what is compared is the strategy, not its server, its client or another family");

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
    static final ArchRule noDispatchersOfTheWholeJvm = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("kotlinx.coroutines.Dispatchers")
            .because("they are shared by the whole JVM and know no budget");
}
