package io.birdseye.experiments;

import io.birdseye.experiments.android.AndroidClaims;
import io.birdseye.experiments.birdseyeview.ServiceClaims;
import io.birdseye.experiments.birdseyeview.MemoryClaims;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.forkjoin.ForkJoinClaims;
import io.birdseye.experiments.rxtasks.RxClaims;
import io.birdseye.experiments.truths.TruthClaims;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** The list of all claims. A new one takes an entry in its article's file, its rules, and a line in its list. */
public record Claims(List<Claim> all) {

    /** @throws IllegalArgumentException if two claims have the same id */
    public Claims {
        all = List.copyOf(all);
        List<String> ids = ids(all);
        if (new HashSet<>(ids).size() < ids.size()) {
            throw new IllegalArgumentException("two claims have the same id: " + ids);
        }
    }

    /** All claims of the five articles, in the order of their ids, for this machine. */
    public static Claims ofAllArticles() {
        return ofAllArticles(Runtime.getRuntime().availableProcessors());
    }

    /** For a machine with so many cores, on which sizes of pools and numbers of threads depend. */
    static Claims ofAllArticles(int cores) {
        return new Claims(Stream.of(ServiceClaims.claims(cores), MemoryClaims.claims(cores), ForkJoinClaims.claims(cores),
                        RxClaims.claims(), AndroidClaims.claims(), TruthClaims.claims())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Claim::text, Claim.Text.BY_ID))
                .toList());
    }

    public List<Claim.Text> texts() {
        return all.stream().map(Claim::text).toList();
    }

    /** The claims with these ids, in the order of the list; all of them if there are no ids. Refuses unknown ones. */
    public List<Claim> choose(List<String> ids) {
        List<String> known = ids(all);
        List<String> unknown = ids.stream().filter(id -> known.stream().noneMatch(id::equalsIgnoreCase)).toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown claims " + unknown + "; known are " + known);
        }
        return all.stream()
                .filter(claim -> ids.isEmpty() || ids.stream().anyMatch(claim.text().id()::equalsIgnoreCase))
                .toList();
    }

    private static List<String> ids(List<Claim> claims) {
        return claims.stream().map(claim -> claim.text().id()).toList();
    }
}
