package io.birdseye.strategy.rx4;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.birdseye.StrategyRules;

@AnalyzeClasses(
        packages = "io.birdseye.strategy.rx4",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests strategies = ArchTests.in(StrategyRules.class);
}
