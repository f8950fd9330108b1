package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Environment;
import java.nio.file.Path;

/** Describes where a result is measured: the machine, the service's JVM, and the commit of Birdseye. */
public final class MeasuredOn {

    private MeasuredOn() {}

    /** @param home the project's folder */
    public static Environment here(Provenance provenance, Path home, ResourcesView service) {
        Machine machine = provenance.machine();
        return new Environment(
                provenance.commit(),
                service.jdk(),
                // The folder of this machine is of no use to whoever reads the result on another.
                service.jvmFlags().stream().map(flag -> flag.replace(home + "/", "")).toList(),
                service.collector(),
                machine.cores(),
                machine.cpuModel(),
                machine.memoryBytes(),
                machine.os(),
                machine.kernel());
    }
}
