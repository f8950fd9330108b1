package io.birdseye.model;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.birdseye.model..", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule standsOnTheJdkAlone = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.birdseye.model..", "java..", "com.sun.management", "org.jspecify.annotations")
            .because("every module uses it, so whatever it depended on, all would");
}
