package io.birdseye.service.scenario;

import io.birdseye.fanout.Query;
import io.birdseye.memory.SharedList;
import java.time.Duration;

/** The CPU work of one group. */
@FunctionalInterface
interface CpuWork {

    /** Nothing, and nothing to tell of it. */
    CpuWork NONE = query -> "";

    /** @return what the answer says of the work: a JSON property with a comma before it, or nothing */
    String run(Query query);

    static CpuWork multiply(SharedList list) {
        return query -> {
            SharedList.Product product = list.multiply(query.intFactor());
            return ",\"multiplied\":{\"factor\":" + product.factor() + ",\"size\":" + product.size()
                    + ",\"checksum\":" + product.checksum() + "}";
        };
    }

    /** As many steps as took so long when the service started: the same work for every strategy. */
    static CpuWork compute(Spin spin, Duration time) {
        String told = ",\"computed\":{\"micros\":" + time.toNanos() / 1_000 + "}";
        return query -> {
            spin.run(time);
            return told;
        };
    }
}
