// The table of results: columns that sort, groups that open, and the state of the page in its address.
// A page from disk may change nothing of its address but the part behind the hash.
const state = (() => {
  const read = () => new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  return {
    get: name => read().get(name),
    set(name, value) {
      const all = read();
      if (value === null) {
        all.delete(name);
      } else {
        all.set(name, value);
      }
      if (all.toString() !== read().toString()) {
        history.replaceState(null, '', all.size > 0 ? `#${all}` : location.pathname);
      }
    },
  };
})();

(() => {
  const table = document.querySelector('table.results');
  if (!table) {
    return;
  }
  const groups = [...table.tBodies];
  groups.forEach(group => [...group.querySelectorAll('tr.row')].forEach((row, i) => { row.dataset.place = i; }));
  const heads = [...table.querySelectorAll('th[data-sort]')];
  const text = (row, column) => row.cells[column]?.dataset.value ?? row.cells[column]?.textContent.trim() ?? '';
  const unknown = Number.MAX_VALUE;
  const number = value => {
    const found = parseFloat(value.replace(/,/g, ''));
    return Number.isNaN(found) ? unknown : found;
  };

  // Within each group: how good a group is does not depend on a column.
  function sort(column, down) {
    const numeric = column >= 0 && heads[column].dataset.sort === 'number';
    const key = row => column < 0 ? Number(row.dataset.place)
      : numeric ? number(text(row, column)) : row.querySelector('.name').textContent;
    groups.forEach(group => [...group.querySelectorAll('tr.row')].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      // What is not known comes last either way.
      const order = x === y ? 0 : x === unknown ? 1 : y === unknown ? -1
        : (x < y ? -1 : 1) * (down ? -1 : 1);
      return order || a.dataset.place - b.dataset.place;
    }).forEach(row => group.append(row)));
    heads.forEach((head, i) => {
      if (i === column) {
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
  }

  function open(group, isOpen) {
    const button = group.querySelector('.fold');
    if (button) {
      group.classList.toggle('open', isOpen);
      button.setAttribute('aria-expanded', isOpen);
      button.textContent = isOpen ? 'Show fewer' : `Show ${button.dataset.more} more`;
    }
  }

  function recall() {
    const [column, order] = (state.get('sort') ?? '').split('.');
    sort(/^\d+$/.test(column) && heads[column] ? Number(column) : -1, order === 'down');
    const opened = (state.get('open') ?? '').split(',');
    groups.forEach((group, i) => open(group, opened.includes(String(i))));
  }

  heads.forEach((head, i) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const was = head.getAttribute('aria-sort');
      const next = was === null ? `${i}.up` : was === 'ascending' ? `${i}.down` : null;
      state.set('sort', next);
      sort(next === null ? -1 : i, next?.endsWith('down') ?? false);
    });
  });
  groups.forEach(group => group.querySelector('.fold')?.addEventListener('click', () => {
    open(group, !group.classList.contains('open'));
    const opened = groups.map((each, n) => each.classList.contains('open') ? n : -1).filter(n => n >= 0);
    state.set('open', opened.length > 0 ? opened.join(',') : null);
  }));
  recall();
  addEventListener('hashchange', () => location.hash.includes('=') && recall());
})();
