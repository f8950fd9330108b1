package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.capacity.RateSearch;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.injectors.CoordinatedLoad;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Beyond;
import io.birdseye.report.result.RateFound.Kind;
import io.birdseye.report.result.RateFound.Window;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Searches the highest rate for an objective ({@link RateSearch}), and measures what more does and a request costs. */
record CapacityTrial(
        TrialSettings settings, TrialSlot slot, MeasuredService service, Injectors injectors, Path folder, TrialStore store,
        Consumer<String> tell) {

    private static final double RECOVERY_AT = 0.5;

    private static final Duration COLD = Duration.ofSeconds(2);

    /** After the last request of a load no answer is awaited longer than so many objectives. */
    private static final double PATIENCE = 5;

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(2);

    /** What an overload left in the service would be late in the next window: it rests before, for so long at most. */
    private static final Duration MAX_REST = Duration.ofSeconds(5);

    private static final Duration REST_LOOK = Duration.ofMillis(200);

    /** Of a core: a service that uses less has nothing left to do. */
    private static final double RESTS = 0.1;

    /** Later than so, a request that was in time was late by the injector: no higher rate can be offered. */
    private static final double MOST_START_LAG_MS = 20;

    private static final int MAX_LATE_IN_TURN = 3;

    /** Of all windows of a process: so many are offered once more. */
    private static final int MAX_DISTURBED = 6;
    private static final int MAX_REFUTED = 2;

    /** The shares of the machine's time that other programs and a hypervisor took; 0 where the system does not tell. */
    record Taken(double others, double stolen) {

        boolean isBeyond(ValidityBounds bounds) {
            return others > bounds.maxOthersShare() || stolen > bounds.maxStolenShare();
        }

        private Taken max(Taken other) {
            return new Taken(Math.max(others, other.others), Math.max(stolen, other.stolen));
        }
    }

    private record Brought(List<Window> windows, double startLagMs) {}

    /** @throws TrialFailure if the objective holds at no rate, or no window holds enough requests */
    Measured run(SearchPlan plan) throws TrialFailure, IOException, InterruptedException {
        Objective objective = plan.objective();
        RateSearch search = new RateSearch(plan, settings.load().load().ratePerSecond(), settings.load().duration());
        Double idle = idleMegabytes();
        Loads loads = new Loads(objective);
        search(search, loads);
        if (search.hopeless()) {
            Window last = search.lastOfRamp();
            throw new TrialFailure(last.errors() > last.requests() / 2
                    ? Format.text("it answers errors at every rate: %d of %d requests at %s", last.errors(), last.requests(), Format.rate(last.ratePerSecond()))
                    : RateFound.NOWHERE + Format.text("%s at no rate: at %s %d of %d requests were late", objective, Format.rate(last.ratePerSecond()),
                            last.late(), last.requests()));
        }
        RateFound found = search.found();
        Beyond beyond = null;
        for (int attempt = 0; found.kind() == Kind.FOUND && beyond == null; attempt++) {
            Beyond above = beyond(plan.beyond(), found.perSecond(), loads);
            // The service has become faster meanwhile, or chance has misled the search.
            if (attempt < MAX_REFUTED && search.goesOnWith(above.during())) {
                search(search, loads);
                found = search.found();
            } else {
                beyond = above;
            }
        }
        if (found.kind() == Kind.FOUND && !search.carriesPercentile()) {
            throw new TrialFailure(Format.text("at %s half a minute has too few requests for a p%d: ask for a lower percentile, such as"
                    + " --objective 'p95 < %s'", Format.rate(found.perSecond()), objective.percentile(), Durations.format(Duration.ofNanos(Math.round(objective.ms() * 1e6)))));
        }
        tell.accept("measuring at " + Format.rate(RateFound.COST_AT * found.perSecond()));
        return cost(RateFound.COST_AT * found.perSecond(), loads).with(
                found.with(beyond, idle), loads.taken.others, loads.taken.stolen);
    }

    /** The rate is searched until there is an answer. */
    private void search(RateSearch search, Loads loads) throws TrialFailure, IOException, InterruptedException {
        int lateInTurn = 0;
        while (!search.isEnough() && !search.hopeless()) {
            if (search.wantsWarm() && !loads.warm) {
                search.served(loads.warmUp(search.next().ratesPerSecond().getFirst()));
            }
            RateSearch.Offer offer = search.next();
            double first = offer.ratesPerSecond().getFirst();
            List<Step> steps = new ArrayList<>();
            if (loads.count == 0) {
                steps.add(new Step(false, first, COLD));
            }
            if (!offer.lead().isZero()) {
                steps.add(new Step(false, first, offer.lead()));
            }
            offer.ratesPerSecond().forEach(rate -> steps.add(new Step(true, rate, offer.each())));
            tell.accept("searching, " + Format.rate(first));
            Brought brought = loads.offer(steps.stream().filter(step -> !step.duration().isZero()).toList(), search.ramping());
            boolean late = search.ramping() && brought.startLagMs() > MOST_START_LAG_MS;
            if (late && ++lateInTurn <= MAX_LATE_IN_TURN) {
                // Something else held the cores for a moment, or it is as much as the injector can send: the next one tells.
                continue;
            }
            search.add(brought.windows());
            if (late && search.ramping()) {
                search.stop();
            }
            lateInTurn = 0;
        }
    }

    /** Waits until the service uses hardly a core, its compilers left out; not at all where nobody tells its CPU time. */
    static void awaitRest(MeasuredService service) throws TrialFailure, InterruptedException {
        for (long begun = System.nanoTime(); System.nanoTime() - begun < MAX_REST.toNanos();) {
            service.begin();
            Thread.sleep(REST_LOOK);
            ServiceUse.Process used = service.end().process();
            if (used.cpuNanos() == null || used.cpuNanosOfProgram() < RESTS * used.nanos()) {
                return;
            }
        }
    }

    private @Nullable Double idleMegabytes() throws TrialFailure, InterruptedException {
        service.begin();
        Long bytes = service.end().process().peakRssBytes();
        return bytes == null ? null : (Double) (bytes / 1e6);
    }

    /** More than it carries for some seconds, and then half of it. */
    private Beyond beyond(SearchPlan.Beyond plan, double perSecond, Loads loads) throws TrialFailure, IOException, InterruptedException {
        double rate = plan.times() * perSecond;
        tell.accept("what more does, " + Format.rate(rate));
        List<Step> steps = new ArrayList<>(List.of(
                new Step(false, rate, SearchPlan.lead(loads.objective)), new Step(true, rate, plan.time())));
        steps.addAll(Collections.nCopies(
                plan.recoverySeconds(), new Step(true, RECOVERY_AT * perSecond, Duration.ofSeconds(1))));
        List<Window> windows = loads.offer(steps, false).windows();
        // The last second that was not well.
        int recovery = windows.stream().skip(1).map(window -> window.late() == 0).toList().lastIndexOf(false) + 1;
        return new Beyond(windows.getFirst(), recovery == plan.recoverySeconds() ? null : recovery);
    }

    private Measured cost(double rate, Loads loads) throws TrialFailure, IOException, InterruptedException {
        Duration length = settings.load().duration();
        CoordinatedLoad load = injectors.load(
                loads.plan(List.of(new Step(false, rate, SearchPlan.SHORTEST_LEAD), new Step(true, rate, length))), folder);
        return new WindowSampler(service, injectors, 0, (_, _) -> {}).run(load, Optional.empty(), length, folder, store).getFirst();
    }

    /** The objective that follows from the floor, where none was given. */
    static Objective objective(Objective asked, Floor floor) throws NothingMeasured {
        double lowest = floor.callMs().isEmpty() ? 0 : floor.latencyMs(false);
        if (!asked.ofFloor()) {
            if (asked.ms() <= lowest) {
                throw new NothingMeasured(asked + " cannot be met at any rate: " + (asked.ms() <= floor.slowestCallMs()
                        ? "the slowest call alone takes " + Format.ms(floor.slowestCallMs())
                        : "a request alone takes " + Format.ms(lowest)) + "; ask for more with --objective");
            }
            return asked;
        }
        if (lowest <= 0) {
            throw new NothingMeasured("what a request takes alone is not known here: say what you need, such as --objective 'p99 < 400ms'");
        }
        return new Objective(asked.percentile(), Math.ceil(2 * lowest));
    }

    private final class Loads {

        private final Objective objective;
        private final List<Request> requests = List.of(Subject.request(service.requests, slot.strategy()));
        private int count;
        private boolean warm;
        private int disturbed;
        private Taken taken = new Taken(0, 0);

        Loads(Objective objective) {
            this.objective = objective;
        }

        /**
         * A service becomes warm by the number of its requests: users who ask as soon as they are answered send as many as it
         * carries, and cannot overload it. There are so many as answers in half of the objective take at twice the ramp's first
         * rate. Returns how many answers they had in a second at last.
         */
        double warmUp(double perSecond) throws TrialFailure, IOException, InterruptedException {
            warm = true;
            count++;
            Duration length = settings.load().warmUp().total();
            if (length.isZero()) {
                return 0;
            }
            tell.accept("warming up");
            int users = Math.max(injectors.count(), (int) Math.ceil(perSecond * objective.ms() / 1e3));
            Duration last = length.dividedBy(4);
            return injectors.load(
                            plan(List.of(new Step(false, 0, length.minus(last)), new Step(true, 0, last)), users),
                            Files.createDirectories(folder.resolve("search")))
                    .run(LoadListener.watching(service)).getFirst().achievedPerSecond();
        }

        RequestPlan plan(List<Step> steps) {
            Load asked = settings.load().load();
            int load = count++;
            long seed = settings.measurement().seedOf(slot.block());
            return plan(IntStream.range(0, steps.size()).mapToObj(i -> steps.get(i).arriving(asked, seed, 20 * load + i)).toList(), 0);
        }

        private RequestPlan plan(List<Step> steps, int users) {
            Duration patience = Duration.ofMillis(Math.round(PATIENCE * objective.ms()));
            Duration timeout = Collections.min(List.of(
                    Collections.max(List.of(patience, LEAST_PATIENCE)), settings.subject().requestTimeout()));
            return new RequestPlan(requests, steps, users, timeout, settings.measurement().seedOf(slot.block())).by(settings.engine());
        }

        /** Windows that count: those of a disturbed machine are offered once more, but for a ramp. */
        Brought offer(List<Step> steps, boolean ramp) throws TrialFailure, IOException, InterruptedException {
            MachineSample before = service.around().machine();
            CoordinatedLoad load = injectors.load(plan(steps), Files.createDirectories(folder.resolve("search")));
            List<LoadSummary> summaries = load.run(LoadListener.watching(service));
            MachineSample.Shares shares = service.around().machine().since(before);
            Taken now = new Taken(
                    service.startedHere ? Objects.requireNonNullElse(shares.others(), 0.0) : 0,
                    Objects.requireNonNullElse(shares.stolen(), 0.0));
            if (!ramp && now.isBeyond(settings.measurement().validity()) && disturbed++ < MAX_DISTURBED) {
                return offer(steps, false);
            }
            taken = ramp ? taken : taken.max(now);
            List<Double> rates = steps.stream().filter(Step::measured).map(Step::ratePerSecond).toList();
            List<Long> inTime = load.answeredWithin(objective.ms());
            List<Window> windows = IntStream.range(0, summaries.size()).mapToObj(i -> window(ramp, rates.get(i), summaries.get(i), inTime.get(i))).toList();
            if (windows.stream().anyMatch(window -> window.lateShare() > objective.lateShare())) {
                awaitRest(service);
            }
            return new Brought(
                    windows,
                    summaries.stream().mapToDouble(summary -> summary.startLag().p99Ms()).max().orElse(0));
        }

        private Window window(boolean ramp, double rate, LoadSummary load, long inTime) {
            return new Window(ramp, rate, load.seconds(), load.planned(), load.planned() - inTime, load.errors(),
                    switch (objective.percentile()) {
                        case 50 -> load.response().p50Ms();
                        case 90 -> load.response().p90Ms();
                        case 95 -> load.response().p95Ms();
                        default -> load.response().p99Ms();
                    });
        }
    }
}
