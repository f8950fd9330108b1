'use strict';
(() => {
  const { element, shape, ms } = waterfall;
  const by = id => document.getElementById(id);
  const form = by('form');
  const labels = { ioPoolSize: 'I/O pool', cpuPoolSize: 'CPU pool', maxInFlight: 'Max in flight', budget: 'Budget',
    sharedMemory: 'Shared memory, MB', layout: 'Layout', userId: 'User', factor: 'Factor' };

  // ---- the form, from what the API says of itself

  async function json(path) {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    if (!response.ok) {
      throw await problemOf(response);
    }
    return response.json();
  }

  async function problemOf(response) {
    try {
      return await response.json();
    } catch {
      return { title: `The service answered with status ${response.status}` };
    }
  }

  function field(parameter) {
    const box = element(form.querySelector('.fields'), 'p', { class: 'field' });
    element(box, 'label', { for: parameter.name }, labels[parameter.name] ?? parameter.name);
    const { enum: choices, minimum, maximum } = parameter.schema;
    const common = { id: parameter.name, name: parameter.name, title: parameter.description };
    if (choices) {
      const select = element(box, 'select', common);
      element(select, 'option', { value: '' }, 'default');
      choices.forEach(choice => element(select, 'option', { value: choice }, String(choice)));
    } else {
      const bounds = minimum === undefined ? '' : `${minimum} to ${maximum}`;
      element(box, 'input', { ...common, inputmode: 'numeric', autocomplete: 'off', placeholder: bounds });
    }
  }

  function card(strategy) {
    const item = element(by('cards'), 'li');
    element(item, 'h3', {}, strategy.name);
    element(item, 'p', {}, `${strategy.summary[0].toUpperCase()}${strategy.summary.slice(1)}.`);
    [['Use it when:', strategy.takeWhen], ['Use another one when:', strategy.avoidWhen]].forEach(([lead, text]) => {
      if (text) {
        const when = element(item, 'p', { class: 'when' });
        element(when, 'b', {}, lead);
        when.append(` ${text}.`);
      }
    });
    const tags = element(item, 'p', { class: 'tags' });
    element(tags, 'span', {}, { published: 'as published', repaired: 'repaired', today: 'of today' }[strategy.origin]);
    element(tags, 'span', {}, strategy.client === 'blocking' ? 'blocking client' : 'non-blocking client');
    element(tags, 'span', {}, strategy.blocksHttpThread ? 'holds the HTTP thread' : 'suspends the request');
    const button = element(item, 'button', { type: 'button', 'aria-label': `Try ${strategy.name}` }, 'Try it');
    button.addEventListener('click', () => {
      form.strategy.value = strategy.name;
      by('try').scrollIntoView();
      run();
    });
    element(form.strategy, 'option', { value: strategy.name }, strategy.name);
  }

  // ---- one request

  function query() {
    const given = new URLSearchParams();
    new FormData(form).forEach((value, name) => {
      if (name !== 'strategy' && value.trim() !== '') {
        given.set(name, value.trim());
      }
    });
    return given.size === 0 ? '' : `?${given}`;
  }

  function refuse(problem) {
    by('outcome').hidden = true;
    const box = by('problem');
    box.hidden = false;
    box.replaceChildren();
    element(box, 'b', {}, problem.title ?? 'Something went wrong');
    if (problem.detail) {
      box.append(`: ${problem.detail}`);
    }
    const culprit = problem.parameter && form.elements.namedItem(problem.parameter);
    if (culprit) {
      culprit.setAttribute('aria-invalid', 'true');
      culprit.setAttribute('aria-describedby', 'problem');
      culprit.focus();
    }
  }

  function show(trace) {
    by('problem').hidden = true;
    by('outcome').hidden = false;
    by('traced').textContent = trace.strategy;
    by('total').replaceChildren();
    element(by('total'), 'b', {}, ms(trace.totalMs));
    by('caption').replaceChildren();
    element(by('caption'), 'span', { class: 'summary' }, `${trace.summary[0].toUpperCase()}${trace.summary.slice(1)}.`);
    by('caption').append(` ${waterfall.sentences(trace)}`);
    by('fall').replaceChildren();
    waterfall.draw(by('fall'), trace);
    by('tasks').replaceChildren();
    trace.tasks.forEach(task => {
      const row = element(by('tasks'), 'tr');
      element(row, 'th', { scope: 'row' }, waterfall.name(task));
      element(row, 'td', {}, task.thread);
      [task.readyMs, waterfall.queued(task), task.startMs, waterfall.took(task), task.endMs].forEach(value =>
        element(row, 'td', { class: 'num' }, value.toFixed(2)));
    });
    const text = JSON.stringify(trace.answer, null, 2);
    by('answer').textContent = text.length > 20_000 ? `${text.slice(0, 20_000)}\n… and ${text.length - 20_000} more` : text;
  }

  async function run() {
    const button = form.querySelector('.main');
    form.querySelectorAll('[aria-invalid]').forEach(input => {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    });
    button.disabled = true;
    by('doing').textContent = 'Running …';
    try {
      show(await json(`/trace/${encodeURIComponent(form.strategy.value)}${query()}`));
      by('doing').textContent = '';
    } catch (problem) {
      by('doing').textContent = '';
      refuse(problem instanceof Error ? { title: 'The service does not answer' } : problem);
    } finally {
      button.disabled = false;
    }
  }

  // ---- a small load: a browser has six connections to a service, and the events take one

  let sending;
  function stopLoad(text) {
    clearInterval(sending);
    sending = undefined;
    by('load').textContent = 'Send 5 a second for 20 s';
    by('doing').textContent = text;
  }

  function startLoad() {
    const path = `/overview/${encodeURIComponent(form.strategy.value)}${query()}`;
    let left = 100;
    let waiting = 0;
    by('load').textContent = 'Stop sending';
    const send = () => {
      by('doing').textContent = `${left} requests to go; see below`;
      if (left-- <= 0) {
        stopLoad('Sent 100 requests.');
      } else if (waiting < 5) {
        waiting++;
        fetch(path).then(response => response.ok ? response.blob() : problemOf(response).then(problem => {
          if (sending && response.status === 400) {
            stopLoad('');
            refuse(problem);
          }
        })).catch(() => {}).finally(() => waiting--);
      }
    };
    sending = setInterval(send, 200);
  }

  // ---- live

  const MINUTE = 60;
  const history = new Map();

  // Only what is new: a screen reader would read the same sentence every second.
  function say(text) {
    if (by('live-state').textContent !== text) {
      by('live-state').textContent = text;
    }
  }

  function live(event) {
    const moment = JSON.parse(event.data);
    say('One event a second. Latency is counted in the service, from arrival to answer.');
    const now = new Map(moment.strategies.map(seen => [seen.strategy, seen]));
    now.forEach((seen, name) => history.has(name) || history.set(name, []));
    history.forEach((past, name) => {
      past.push(now.get(name) ?? null);
      past.splice(0, past.length - MINUTE);
      if (past.every(seen => seen === null)) {
        history.delete(name);
      }
    });
    by('live-rows').querySelectorAll('tr:not(#quiet)').forEach(row => row.remove());
    by('quiet').hidden = history.size > 0;
    history.forEach((past, name) => row(name, past));
  }

  function row(name, past) {
    const seen = past.at(-1);
    const answered = seen !== null && seen.perSecond > 0;
    const line = element(by('live-rows'), 'tr', seen === null ? { class: 'idle' } : {});
    element(line, 'th', { scope: 'row' }, name);
    element(line, 'td', { class: 'num' }, answered ? seen.perSecond.toFixed(1) : '–');
    element(line, 'td', { class: 'num' }, answered ? ms(seen.p50Ms) : '–');
    element(line, 'td', { class: 'num' }, answered ? ms(seen.p99Ms) : '–');
    element(line, 'td', { class: 'num' }, String(seen?.inProgress ?? 0));
    element(line, 'td', { class: `num${seen?.errors > 0 ? ' bad' : ''}` }, String(seen?.errors ?? 0));
    const picture = shape(element(line, 'td'), 'svg', { class: 'spark', viewBox: `0 0 ${MINUTE} 30`,
      preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const highest = Math.max(1, ...past.map(one => one?.p99Ms ?? 0)) * 1.1;
    ['p99', 'p50'].forEach(kind => {
      const points = past.map((one, i) => [one, i]).filter(([one]) => one?.perSecond > 0)
        .map(([one, i]) => `${MINUTE - past.length + i},${(30 - 28 * one[`${kind}Ms`] / highest).toFixed(2)}`);
      shape(picture, 'polyline', { class: kind, points: points.join(' ') });
    });
  }

  function listen() {
    const events = new EventSource('/events');
    events.addEventListener('message', live);
    events.addEventListener('error', () => {
      say(events.readyState === EventSource.CLOSED
        ? 'No live figures: the service has ended, or too many are listening. Load the page again.'
        : 'The connection was lost; trying again …');
    });
    addEventListener('pagehide', () => events.close());
  }

  async function start() {
    const [strategies, api] = await Promise.all([json('/strategies'), json('/openapi.json')]);
    by('how-many').textContent = `${strategies.length} of them, all over the same upstreams and under the same budget.`;
    strategies.forEach(card);
    const resolve = value => value.$ref ? value.$ref.split('/').slice(1).reduce((at, key) => at[key], api) : value;
    api.paths['/overview/{strategy}'].get.parameters.map(resolve)
      .filter(parameter => parameter.in === 'query')
      .forEach(parameter => field({ ...parameter, schema: resolve(parameter.schema) }));
    listen();
  }

  form.addEventListener('submit', event => {
    event.preventDefault();
    run();
  });
  by('load').addEventListener('click', () => sending ? stopLoad('Stopped.') : startLoad());
  start().catch(problem => refuse(problem instanceof Error ? { title: 'The service does not answer' } : problem));
})();
