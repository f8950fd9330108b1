package io.birdseye.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Where options stand in the help, in this order. Those that a command declares itself come first, without a heading. */
enum OptionGroup {
    MEASURED("What is measured"),
    OWN_SERVICE("A service of your own"),
    LOAD("Load"),
    EFFORT("How much is measured"),
    LIMITS("Pools and limits"),
    RUNTIME("JDK, heap and HTTP server"),
    VERDICT("Verdict"),
    VALIDITY("When a trial is invalid"),
    MACHINES("Other machines"),
    CLUSTER("Kubernetes");

    final String heading;

    OptionGroup(String heading) {
        this.heading = heading;
    }

    /** Of the options that a class and the classes in it declare. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface In {

        OptionGroup value();
    }
}
