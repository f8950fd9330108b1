package io.birdseye.mockapi;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Plain words for made-up texts, the same for the same seed. */
final class Words {

    private static final List<String> WORDS = List.of(
            ("anchor amber apple autumn basket beacon bicycle blanket bottle bramble branch breeze bridge bright brook"
                    + " butter button cabin calm candle canyon carpet castle cedar chalk cherry cinder circle clear"
                    + " cliff clock cloud clover coast copper coral corner cotton cradle crisp crystal curtain daisy"
                    + " dawn deep desert distant dolphin dusty eager early eagle echo elbow ember engine evening falcon"
                    + " feather fern field finch flame flint forest fossil fountain frost garden gentle ginger glacier"
                    + " glass golden granite grass green harbour harvest hazel heather hollow honey horizon humble"
                    + " island ivory jasmine journey juniper kettle kind kitchen ladder lantern large laurel lavender"
                    + " lemon letter light linen little lively lobster lonely lunar maple marble meadow mellow mirror"
                    + " misty morning mountain narrow nectar nimble noble north oaken oasis ocean olive opal orange"
                    + " orchard otter owl paper pebble pepper pillow pine planet plum pocket polar pond poppy quartz"
                    + " quiet quick quilt rabbit rain raven red ribbon river robin rocky round rustic saddle saffron"
                    + " sail salt sandy shadow shallow shell shore silent silver simple slate slow small smooth snow"
                    + " soft south sparrow spring spruce steady steep stone storm summer sunny swift table tender"
                    + " thistle thunder tidal timber tiny topaz tower trail tulip tunnel umber upland valley velvet"
                    + " violet walnut warm water wheat whisper wide wild willow window winter wisdom wooden yellow")
                    .split(" "));

    private static final List<String> FIRST_NAMES =
            List.of("Ada", "Bela", "Carla", "Dmitri", "Esra", "Farid", "Greta", "Hugo", "Imani", "Jonas");
    private static final List<String> LAST_NAMES = List.of(
            "Albrecht", "Bergman", "Castell", "Dornfeld", "Eriksen", "Fontane", "Grieg", "Holm", "Ilves", "Jansson");

    private final SplittableRandom random;

    Words(long seed) {
        random = new SplittableRandom(seed);
    }

    String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** Between {@code least} and {@code most} words, all in small letters. */
    String title(int least, int most) {
        int count = number(least, most);
        StringBuilder title = new StringBuilder(count * 8);
        for (int i = 0; i < count; i++) {
            title.append(i == 0 ? "" : " ").append(word());
        }
        return title.toString();
    }

    /** So many lines of six to ten words. */
    String paragraph(int lines) {
        StringBuilder paragraph = new StringBuilder(lines * 64);
        for (int i = 0; i < lines; i++) {
            paragraph.append(i == 0 ? "" : "\n").append(title(6, 10));
        }
        return paragraph.toString();
    }

    /** The name of one of ten persons, counted from 1. */
    String person(int id) {
        return FIRST_NAMES.get((id - 1) % FIRST_NAMES.size()) + " " + LAST_NAMES.get((id - 1) % LAST_NAMES.size());
    }

    String capitalised() {
        String word = word();
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** A host that cannot exist: {@code .example} is reserved for that (RFC 2606). */
    String host() {
        return word() + ".example";
    }

    int number(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    String hex(int digits) {
        return HexFormat.of().toHexDigits(random.nextLong(1L << (4 * digits)), digits);
    }
}
