package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
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

    Visit(BrowserContext context, String address) {
        this.context = context;
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

    /** Nothing on the console, and no request to anywhere else. */
    void assertQuiet(String ownAddress) {
        assertThat(complaints).isEmpty();
        assertThat(requests).isNotEmpty().allMatch(url -> url.startsWith(ownAddress) || url.startsWith("data:"));
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
    @SuppressWarnings("unchecked")
    void assertNamed() {
        List<String> unnamed = (List<String>) page.evaluate("""
                () => {
                  const found = [];
                  const text = id => document.getElementById(id)?.textContent.trim();
                  const shown = e => e.checkVisibility();
                  const named = e => e.getAttribute('aria-label')?.trim() || text(e.getAttribute('aria-labelledby'));
                  const add = (why, e) => found.push(why + ': ' + e.outerHTML.slice(0, 120));
                  document.querySelectorAll('[role=img], [role=region], section, nav').forEach(e =>
                    named(e) || add('no name', e));
                  document.querySelectorAll('svg').forEach(e =>
                    e.closest('[aria-hidden=true]') || e.closest('[role=img]') || add('picture without text', e));
                  document.querySelectorAll('input, select').forEach(e =>
                    e.labels?.length || named(e) || add('no label', e));
                  document.querySelectorAll('button, a[href], summary').forEach(e =>
                    e.textContent.trim() || named(e) || add('no text', e));
                  document.querySelectorAll('table').forEach(e =>
                    e.caption?.textContent.trim() || add('no caption', e));
                  document.querySelectorAll('th').forEach(e => e.scope || add('no scope', e));
                  document.documentElement.lang || found.push('no language');
                  if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
                  let level = 1;
                  document.querySelectorAll('h1, h2, h3, h4').forEach(e => {
                    const own = Number(e.tagName[1]);
                    if (own > level + 1 && shown(e)) add('skips a level', e);
                    level = own;
                  });
                  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
                  ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => found.push('twice: #' + id));
                  return found;
                }""");
        assertThat(unnamed).isEmpty();
    }

    /** Text against what is behind it, by WCAG 2's formula: 4.5 is the least for text of normal size. */
    @SuppressWarnings("unchecked")
    void assertReadable() {
        List<String> faint = (List<String>) page.evaluate("""
                () => {
                  const light = c => c.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
                  const colour = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
                  const behind = e => {
                    for (let at = e; at; at = at.parentElement) {
                      const c = colour(getComputedStyle(at).backgroundColor);
                      if (c.length === 3 || c[3] === 1) return c.slice(0, 3);
                    }
                    return [255, 255, 255];
                  };
                  const found = new Set();
                  document.querySelectorAll('h1, h2, h3, p, li, td, th, dt, dd, a, label, caption, summary, button, b, '
                    + 'span, figcaption, legend').forEach(e => {
                    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                    if (!own || !e.checkVisibility() || e.closest(':disabled, .strip, .skip')) return;
                    const ink = colour(getComputedStyle(e).color).slice(0, 3);
                    const [a, b] = [light(ink), light(behind(e))].sort((x, y) => y - x);
                    const contrast = (a + .05) / (b + .05);
                    const who = `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 40)}`;
                    if (contrast < 4.5) found.add(`${contrast.toFixed(2)} ${who}`);
                  });
                  return [...found];
                }""");
        assertThat(faint).isEmpty();
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
