package io.birdseye.fanout;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request went: its critical path, walked backwards from the answer. The join waited for the
 * combination that ended last, this one for the last of its calls, and so on; each moment of the request belongs to what
 * the path did then, so the parts add up to the whole. Work beside the path is in none of them.
 *
 * @param queueNanos a task was ready and no thread, permit or place in its pool was there for it, or a thread that had ended its part had
 *     yet to be heard by the next
 * @param ioNanos a call was on the wire. A pause of the collector counts here too, because the upstream goes on meanwhile
 * @param cpuNanos a combination or the join ran
 * @param coreNanos a combination or the join could have run, but its thread waited for a core; {@link RunClock#UNKNOWN}
 *     where the system does not tell, and then part of {@code cpuNanos}
 * @param stoppedNanos the garbage collector had stopped the JVM while a task waited for a thread or ran
 */
public record CriticalPath(long queueNanos, long ioNanos, long cpuNanos, long coreNanos, long stoppedNanos) {

    /**
     * Walks the path from when the strategy ended, since the request began; the JVM had been stopped for so long before
     * and after. Takes a look at every task for each task on the path, and allocates a few objects.
     */
    static CriticalPath of(List<TaskTiming> tasks, long endNanos, long stoppedBefore, long stoppedAfter) {
        Walk walk = new Walk();
        long until = endNanos;
        long stopped = stoppedAfter;
        TaskTiming task = lastBefore(tasks, endNanos, endNanos);
        // A path has no task twice, however its times may lie.
        for (int steps = 0; task != null && steps < tasks.size(); steps++) {
            walk.waited(until - task.endNanos(), stopped - task.stoppedAfterNanos());
            walk.ran(task);
            until = task.startNanos();
            stopped = task.stoppedBeforeNanos();
            task = lastBefore(tasks, task.readyNanos(), task.startNanos());
        }
        walk.waited(until, stopped - stoppedBefore);
        return walk.coreKnown
                ? new CriticalPath(walk.queue, walk.io, walk.cpu, walk.core, walk.stopped)
                : new CriticalPath(walk.queue, walk.io, walk.cpu + walk.core, RunClock.UNKNOWN, walk.stopped);
    }

    /** The task whose end made another ready; null if that was the beginning of the request. */
    private static @Nullable TaskTiming lastBefore(List<TaskTiming> tasks, long readyNanos, long startNanos) {
        TaskTiming last = null;
        for (TaskTiming task : tasks) {
            boolean before = task.endNanos() <= readyNanos && task.startNanos() < startNanos;
            if (before && (last == null || task.endNanos() > last.endNanos())) {
                last = task;
            }
        }
        return last;
    }

    private static final class Walk {

        private long queue;
        private long io;
        private long cpu;
        private long core;
        private long stopped;
        private boolean coreKnown = true;

        void waited(long nanos, long stoppedNanos) {
            long pause = Math.clamp(stoppedNanos, 0, nanos);
            stopped += pause;
            queue += nanos - pause;
        }

        void ran(TaskTiming task) {
            long nanos = task.runNanos();
            if (task.kind() == TaskTiming.Kind.IO) {
                io += nanos;
                queue += task.attempts().poolNanos();
                return;
            }
            long pause = Math.clamp(task.stoppedAfterNanos() - task.stoppedBeforeNanos(), 0, nanos);
            stopped += pause;
            long rest = nanos - pause;
            if (task.cpuNanos() == RunClock.UNKNOWN) {
                coreKnown = false;
                cpu += rest;
            } else {
                long run = Math.clamp(task.cpuNanos(), 0, rest);
                cpu += run;
                core += rest - run;
            }
        }
    }
}
