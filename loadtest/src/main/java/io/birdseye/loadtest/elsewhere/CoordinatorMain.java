package io.birdseye.loadtest.elsewhere;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.LostThreads;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.RemoteProgram;
import io.birdseye.loadtest.program.ServersElsewhere;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs a task beside its servers and injectors, where a slow connection to the user changes nothing: its arguments are
 * the file of an {@link Order} and a folder. It prints what is done and then the files ({@link TrialBundle}). A failed
 * trial is a result; it ends with 1 if there is none, and with 2 if it was told nothing that can be done.
 */
public final class CoordinatorMain {

    private static final String TOKEN = "BIRDSEYE_TOKEN";

    private CoordinatorMain() {}

    public static void main(String[] args) {
        ParentProcess.endWithParent();
        LostThreads.remember(System.err);
        System.exit(run(args, Optional.ofNullable(System.getenv(TOKEN)), System.out));
    }

    static int run(String[] args, Optional<String> token, PrintStream out) {
        if (args.length != 2 || token.isEmpty()) {
            System.err.println("coordinator: needs the file of an order, a folder, and " + TOKEN);
            return 2;
        }
        try {
            Order order = Order.read(Path.of(args[0]));
            lead(order, Path.of(args[1]), token.get(), out);
            return 0;
        } catch (IOException | TrialFailure | IllegalArgumentException e) {
            out.println("coordinator: " + e.getMessage());
            return e instanceof TrialFailure ? 1 : 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static void lead(Order order, Path folder, String token, PrintStream out)
            throws IOException, TrialFailure, InterruptedException {
        ServersElsewhere servers = new ServersElsewhere(order.serviceUrl(), order.mockUrl());
        JavaProgram none = JavaProgram.ofThisClassPath(CoordinatorMain.class);
        Programs programs = new Programs(JavaProgram.thisJava(), folder, none, none, none)
                .withInjectors(new InjectorPlaces.Elsewhere(order.injectors().stream().map(URI::create).toList(), token, InjectorPlaces.LOOPBACK))
                .withServers(servers);
        AtomicReference<String> last = new AtomicReference<>("");
        Consumer<String> phase = what -> {
            if (!what.equals(last.getAndSet(what))) {
                out.println(TrialBundle.PHASE + what);
            }
        };
        try (Site.Session session = new LocalSite(programs).open(folder, order.task().seed())) {
            Path result = folder.resolve(TrialBundle.RESULT);
            WholeFile.write(result, ResultsFile.JSON.writeValueAsString(session.run(order.task(), 1, phase)));
            List<Path> files = new ArrayList<>(files(order.task(), new TrialStore(folder)));
            files.add(result);
            files.addAll(report(servers, folder));
            TrialBundle.of(files).print(out);
        }
    }

    /** What the service tells of its machine at the end; nothing if it has ended. */
    private static List<Path> report(ServersElsewhere servers, Path folder) throws IOException, InterruptedException {
        try (RemoteProgram service = servers.service()) {
            Path file = folder.resolve(TrialBundle.SERVICE);
            WholeFile.write(file, ResultsFile.JSON.writeValueAsString(service.report()));
            return List.of(file);
        } catch (TrialFailure e) {
            return List.of();
        }
    }

    private static List<Path> files(Task<?> task, TrialStore store) throws IOException {
        if (!(task instanceof Task.Measure measure) || !Files.isDirectory(store.folder(measure.slots().getFirst()))) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(store.folder(measure.slots().getFirst()))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
