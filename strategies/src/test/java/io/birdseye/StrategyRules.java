package io.birdseye;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What holds for strategies in whatever module they live; each module includes these rules over its own classes. */
public final class StrategyRules {

    private static final Pattern FAMILY = Pattern.compile("io\\.birdseye\\.strategy\\.(\\w+)(\\..*)?");

    private StrategyRules() {}

    @ArchTest
    public static final ArchRule familiesDoNotKnowOneAnother = noClasses()
            .should(dependOnAnotherFamily())
            .because("a strategy is read on its own, beside the others");

    @ArchTest
    public static final ArchRule strategiesKnowNoHttpServer = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta.ws.rs..", "org.glassfish..", "org.apache.hc.client5..", "org.apache.hc.core5.http..")
            .because("what is compared is the strategy, not its server or its client; the queue of a connection pool is"
                    + " a strategy's, as a semaphore is");

    @ArchTest
    public static final ArchRule strategiesSayWhatTheyAre = classes()
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
    public static final ArchRule nothingIsSharedBehindTheBack = noFields()
            .that()
            .areStatic()
            .should()
            .notBeFinal()
            .allowEmptyShould(true)
            .because("a strategy owns its state and ends it");

    @ArchTest
    public static final ArchRule noDefaultPools = noClasses()
            .should()
            .callMethod(ForkJoinPool.class, "commonPool")
            .because("on two cores the common pool has a single thread, and it belongs to nobody");

    private static ArchCondition<JavaClass> dependOnAnotherFamily() {
        return new ArchCondition<>("depend on another family") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                String mine = family(item);
                item.getDirectDependenciesFromSelf().forEach(dependency -> {
                    String other = family(dependency.getTargetClass());
                    boolean another = !mine.isEmpty() && !other.isEmpty() && !mine.equals(other);
                    if (another) {
                        events.add(new SimpleConditionEvent(item, true, dependency.getDescription()));
                    }
                });
            }
        };
    }

    /** The package below the contract's, or nothing for the contract itself and everything else. */
    private static String family(JavaClass type) {
        Matcher matcher = FAMILY.matcher(type.getPackageName());
        return matcher.matches() ? matcher.group(1) : "";
    }
}
