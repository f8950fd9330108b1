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
}
