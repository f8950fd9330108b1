id => {
  const rows = new Set([...document.querySelectorAll('.choices label')].map(label => label.textContent.trim()));
  const names = [...document.querySelectorAll(`#${id} svg text`)].filter(text => rows.has(text.textContent))
    .map(text => ({ name: text.textContent, box: text.getBoundingClientRect() }));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return names.map(one => (names.some(other => other !== one && over(one.box, other.box)) ? 'over another: ' : '')
    + one.name);
}
