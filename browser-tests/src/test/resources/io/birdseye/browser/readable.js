() => {
  const light = c => c.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const colour = text => (text.match(/[\d.]+/g) ?? []).map(Number);
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
}
