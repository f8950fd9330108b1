package io.birdseye.experiments;

import io.birdseye.experiments.android.AndroidClaims;
import io.birdseye.experiments.birdseyeview.BirdseyeViewClaims;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.forkjoin.ForkJoinClaims;
import io.birdseye.experiments.rxtasks.RxClaims;
import io.birdseye.experiments.truths.TruthClaims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The one list of claims. Adding one is one class and one line in its article's list. */
public final class Claims {

    private final List<Claim> all;

    /** @throws IllegalArgumentException if two claims have the same id */
    public Claims(List<Claim> all) {
        this.all = List.copyOf(all);
        Set<String> ids = new HashSet<>();
        for (Claim claim : all) {
            if (!ids.add(claim.text().id())) {
                throw new IllegalArgumentException("two claims have the id " + claim.text().id());
            }
        }
    }

    /** All claims of the five articles. */
    public static Claims ofAllArticles() {
        return new Claims(Stream.of(BirdseyeViewClaims.all(), ForkJoinClaims.all(), RxClaims.all(),
                        AndroidClaims.all(), TruthClaims.all())
                .flatMap(List::stream)
                .toList());
    }

    public List<Claim> all() {
        return all;
    }

    /** What {@code list} shows. */
    public List<ClaimText> texts() {
        return all.stream().map(Claim::text).toList();
    }

    /**
     * The claims with these ids, in the order of the list; all of them if there are no ids.
     *
     * @throws IllegalArgumentException if one is unknown
     */
    public List<Claim> choose(List<String> ids) {
        List<String> unknown = new ArrayList<>(ids);
        texts().forEach(text -> unknown.removeIf(id -> id.equalsIgnoreCase(text.id())));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown claims " + unknown + "; known are "
                    + texts().stream().map(ClaimText::id).toList());
        }
        return all.stream()
                .filter(claim -> ids.isEmpty() || ids.stream().anyMatch(id -> id.equalsIgnoreCase(claim.text().id())))
                .toList();
    }
}
