package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page that somebody looks at, and everything that went wrong or went out meanwhile. */
final class Visit implements AutoCloseable {

    private static final int MAX_STOPS = 400;

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final String address;

    Visit(BrowserContext context, String address) {
        this.context = context;
        this.address = address;
        context.setDefaultTimeout(15_000);
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onDialog(dialog -> {
            complaints.add("dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address);
    }

    Page page() {
        return page;
    }

    /** It fits its window, has names for a screen reader, can be read, and is quiet. */
    void assertSound() {
        assertFits();
        assertNamed();
        assertReadable();
        assertQuiet();
    }

    /** Nothing on the console, and no request to anywhere else. */
    void assertQuiet() {
        assertThat(complaints).isEmpty();
        assertThat(requests).isNotEmpty().allMatch(url -> url.startsWith(address) || url.startsWith("data:"));
    }

    /** What the console told; forgotten afterwards. */
    List<String> takeComplaints() {
        List<String> taken = List.copyOf(complaints);
        complaints.clear();
        return taken;
    }

    /** The page itself does not scroll sideways; tables do that in boxes of their own. */
    void assertFits() {
        int content = ((Number) page.evaluate("document.documentElement.scrollWidth")).intValue();
        int window = ((Number) page.evaluate("document.documentElement.clientWidth")).intValue();
        Object widest = page.evaluate("""
                () => [...document.querySelectorAll('body *')]
                  .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, pre, svg'))
                  .slice(0, 3).map(e => e.outerHTML.slice(0, 90)).join(' | ')""");
        assertThat(content).as("the page is wider than its window; too far right: %s", widest)
                .isLessThanOrEqualTo(window);
    }

    /** What a screen reader needs: names for pictures, fields and tables, and headings in order. */
    void assertNamed() {
        assertThat(evaluate("named.js")).isEmpty();
    }

    /** Text against what is behind it, by WCAG 2's formula: 4.5 is the least for text of normal size. */
    void assertReadable() {
        assertThat(evaluate("readable.js")).isEmpty();
    }

    /** What a script beside this class has found. */
    List<?> evaluate(String script, Object... argument) {
        try (InputStream file = Visit.class.getResourceAsStream(script)) {
            return (List<?>) page.evaluate(
                    new String(file.readAllBytes(), StandardCharsets.UTF_8), argument.length == 0 ? null : argument[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every stop of the tab key, as the element's id, name or text, until it leaves the page. */
    Set<String> tabStops() {
        Set<String> stops = new LinkedHashSet<>();
        for (int i = 0; i < MAX_STOPS; i++) {
            page.keyboard().press("Tab");
            String stop = (String) page.evaluate("""
                    () => {
                      const e = document.activeElement;
                      if (e === document.body) return '';
                      if (getComputedStyle(e).outlineStyle === 'none') return 'no outline: ' + e.outerHTML.slice(0, 90);
                      return e.id || (e.name && `${e.name}=${e.value}`) || e.getAttribute('aria-label')
                        || e.textContent.trim();
                    }""");
            if (stop.isEmpty()) {
                return stops;
            }
            stops.add(stop);
        }
        throw new AssertionError("the tab key does not leave the page");
    }

    @Override
    public void close() {
        context.close();
    }
}
