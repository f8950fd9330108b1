'use strict';
// Draws one request: lanes are threads, bars are tasks, hatching is queueing. Horizontal lengths are in per cent and
// vertical ones in pixels, so that the picture takes the width it is given and its text keeps the size of the page's.
// The service's front page and the page of `birdseye trace` both use it.
const waterfall = (() => {
  const TOP = 26, BOTTOM = 24, ROW = 26, BAR = 20, GAP = 10;
  const LETTER = 6.8, THINNEST = 0.25;
  const SVG = 'http://www.w3.org/2000/svg';

  const element = (parent, name, attributes, text) => {
    const made = document.createElement(name);
    Object.entries(attributes ?? {}).forEach(([key, value]) => made.setAttribute(key, value));
    made.textContent = text ?? '';
    return parent.appendChild(made);
  };
  const shape = (parent, name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.textContent = text ?? '';
    return parent.appendChild(made);
  };
  const ms = value => `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ms`;
  const name = task => task.kind === 'combine' ? `combine ${task.name}` : task.name;
  const kind = task => task.kind === 'io' ? 'io' : 'cpu';
  // A call that goes through a pool starts when it asks for a place, and is made when it has one.
  const pooled = task => task.poolMs ?? 0;
  const made = task => task.startMs + pooled(task);
  const queued = task => made(task) - task.readyMs;
  const took = task => task.endMs - made(task);
  const again = task => task.attempts > 1 ? `, ${task.attempts} attempts` : '';
  const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);
  const holds = trace => task => trace.callsHoldThreads || task.kind !== 'io';

  let drawn = 0;

  function place(rows, task) {
    const row = rows.find(tasks => tasks.at(-1).endMs <= task.readyMs);
    if (row) {
      row.push(task);
    } else {
      rows.push([task]);
    }
  }

  function lanesOf(trace) {
    const threads = new Map([[trace.httpThread, []]]);
    const wire = [];
    [...trace.tasks].sort((a, b) => a.startMs - b.startMs).forEach(task => {
      if (!holds(trace)(task)) {
        place(wire, task);
        return;
      }
      if (!threads.has(task.thread)) {
        threads.set(task.thread, []);
      }
      place(threads.get(task.thread), task);
    });
    const lanes = [...threads].map(([thread, rows], i) => ({ thread, rows, http: i === 0 }));
    if (wire.length > 0) {
      lanes.splice(1, 0, { thread: null, rows: wire, http: false });
    }
    return lanes;
  }

  function sentences(trace) {
    const threads = new Set(trace.tasks.filter(holds(trace)).map(task => task.thread)).size;
    const queue = sum(trace.tasks, queued);
    const released = trace.httpThreadReleasedMs;
    return [
      trace.httpThreadBlocked ? 'The HTTP thread is held from beginning to end.'
        : `The HTTP thread is free for other requests${released === null ? '' : ` after ${ms(released)}`}.`,
      `${trace.callsHoldThreads ? '' : 'No thread waits for the calls; '}${threads} ` +
        `thread${threads === 1 ? '' : 's'} at work.`,
      queue < 1 ? 'Nothing queues.' : `Tasks queue for a thread${trace.tasks.some(task => pooled(task) > 0) ? ' or their pool' : ''} ` +
        `for ${ms(queue)}, summed over tasks.`,
    ].join(' ');
  }

  function niceStep(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return ([1, 2, 5].find(factor => factor * power >= value) ?? 10) * power;
  }

  const times = ratio => `${ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2)}×`;

  // Each request on a scale of its own: a slow one would squeeze the others. A floor of 0 ms is not known, not drawn.
  function draw(target, trace, { floorMs = 0 } = {}) {
    const lanes = lanesOf(trace);
    const scale = Math.max(trace.totalMs * 1.15, 1);
    const share = value => Math.min(Math.max(100 * value / scale, 0), 100);
    const at = value => `${share(value).toFixed(3)}%`;
    const heightOf = lane => Math.max(1, lane.rows.length) * ROW + GAP;
    const height = TOP + BOTTOM + sum(lanes, heightOf);
    const fall = element(target, 'div', { class: 'fall', role: 'img', 'aria-label':
      `Waterfall of one request with ${trace.strategy}: ${ms(trace.totalMs)} in all` +
      `${floorMs > 0 ? `, ${times(trace.totalMs / floorMs)} the floor` : ''}. ${sentences(trace)} ` +
      'The table below it has all times.' });
    const names = element(fall, 'div', { class: 'lanes' });
    lanes.forEach(lane => {
      const label = element(names, 'div', { class: 'lane-name', title: lane.thread ?? 'no thread' });
      label.style.height = `${heightOf(lane)}px`;
      element(label, lane.thread === null ? 'i' : 'b', {}, lane.thread ?? 'on the wire');
      if (lane.http || lane.thread === null) {
        element(label, 'span', {}, lane.http ? 'took the request in' : 'no thread waits');
      }
    });
    const svg = shape(fall, 'svg', { class: 'picture-of-request', width: '100%', height, 'aria-hidden': 'true' });
    // In per cent of the picture.
    const letter = 100 * LETTER / (svg.getBoundingClientRect().width || 800);
    const defs = shape(svg, 'defs', {});
    const number = drawn++;
    const hatching = tone => `wait-${tone}-${number}`;
    ['io', 'cpu', 'pool'].forEach(tone => {
      const pattern = shape(defs, 'pattern', { id: hatching(tone), width: 6, height: 6, patternUnits: 'userSpaceOnUse',
        patternTransform: 'rotate(45)' });
      shape(pattern, 'line', { class: `hatch-${tone}`, x1: 1.5, y1: 0, x2: 1.5, y2: 6 });
      if (tone === 'pool') {
        shape(pattern, 'line', { class: 'hatch-pool', x1: 0, y1: 1.5, x2: 6, y2: 1.5 });
      }
    });
    const line = (style, value, from, to) =>
      shape(svg, 'line', { class: style, x1: at(value), x2: at(value), y1: from, y2: to });
    const rect = (parent, style, from, width, y, tall) => shape(parent, 'rect',
      { class: style, x: at(from), y, width: at(width), height: tall, rx: style === 'lane' ? 6 : 3 });
    const label = (style, value, dx, anchor, y, text) =>
      shape(svg, 'text', { class: style, x: at(value), dx, y, 'text-anchor': anchor }, text);

    const step = niceStep(scale / 9);
    for (let value = 0; value <= scale * 0.97; value += step) {
      line('grid', value, TOP - 4, height - BOTTOM + 4);
      label('tick', value, 0, value === 0 ? 'start' : 'middle', height - 6,
        value === 0 ? '0 ms' : `${+value.toFixed(2)}`);
    }
    let top = TOP;
    lanes.forEach(lane => {
      rect(svg, 'lane', 0, trace.totalMs, top, heightOf(lane) - GAP / 2);
      let y = top + 3 + GAP / 4;
      if (lane.http) {
        const until = trace.httpThreadBlocked ? trace.totalMs : trace.httpThreadReleasedMs;
        if (until !== null) {
          rect(svg, 'held', 0, until, y + 3, BAR - 6);
          const texts = trace.httpThreadBlocked ? ['HTTP thread waits', 'waits']
            : [`free for other requests after ${ms(until)}`];
          const from = trace.httpThreadBlocked ? 0 : until;
          const room = share(Math.min(trace.totalMs, ...lane.rows.map(row => row[0].readyMs))) - share(from);
          const fitting = texts.find(text => room > text.length * letter + 2);
          if (fitting) {
            label('held-text', from, 8, 'start', y + 14, fitting);
          }
        }
      }
      lane.rows.forEach(row => {
        bars(row, lane, y);
        y += ROW;
      });
      top += heightOf(lane);
    });
    line('answer', trace.totalMs, 14, height - BOTTOM + 4);
    label('answer-text', trace.totalMs, 4, 'start', 14, `answer ${ms(trace.totalMs)}`);
    if (floorMs > 0) {
      line('floor', floorMs, 14, height - BOTTOM + 4);
      label('floor-text', floorMs, -4, 'end', 14, `floor ${ms(floorMs)}`);
    }

    function bars(row, lane, y) {
      row.forEach(task => {
        const group = shape(svg, 'g', {});
        shape(group, 'title', {}, `${name(task)} on ${task.thread}: ` +
          `${queued(task) < 0.05 ? '' : `queued ${ms(queued(task))}, ` +
            `${pooled(task) < 0.05 ? '' : `${ms(pooled(task))} of it for its pool, `}then `}` +
          `${task.kind === 'io' ? 'called for' : 'computed for'} ${ms(took(task))}${again(task)}`);
        [[task.readyMs, task.startMs, kind(task)], [task.startMs, made(task), 'pool']].forEach(([from, to, tone]) => {
          if (share(to - from) > THINNEST / 2) {
            shape(group, 'rect', { class: 'wait', x: at(from), y: y + 2, width: at(to - from), height: BAR - 4,
              fill: `url(#${hatching(tone)})` });
          }
        });
        rect(group, `run ${lane.thread === null ? 'wire' : kind(task)}`, made(task),
          Math.max(took(task), THINNEST * scale / 100), y, BAR);
      });
      const answer = share(trace.totalMs);
      const taken = [[answer - 0.4, answer + 0.4], ...row.map(task => [share(task.readyMs), share(task.endMs)])];
      const free = (from, to) => to <= 100 && from >= 0 && taken.every(([a, b]) => from >= b - 1e-9 || to <= a + 1e-9);
      row.forEach(task => {
        const text = `${name(task)} ${ms(took(task))}${again(task)}`;
        const needed = text.length * letter + 0.8;
        const [ready, start, end] = [share(task.readyMs), share(made(task)), share(task.endMs)];
        if (end - start >= Math.min(needed, 9)) {
          const inside = shape(svg, 'svg', { x: `${start}%`, y, width: `${end - start}%`, height: BAR });
          shape(inside, 'text', { class: `on-${lane.thread === null ? 'wire' : kind(task)}`, x: 7, y: 14 }, text);
        } else if (start - ready > needed) {
          label('beside', made(task), -5, 'end', y + 14, text);
        } else if (free(end, end + needed)) {
          label('beside', task.endMs, 5, 'start', y + 14, text);
          taken.push([end, end + needed]);
        } else if (answer - end < 4 && free(answer + 0.4, answer + 0.4 + needed)) {
          label('beside', trace.totalMs, 5, 'start', y + 14, text);
          taken.push([answer, answer + needed]);
        } else if (free(ready - needed, ready)) {
          label('beside', task.readyMs, -5, 'end', y + 14, text);
          taken.push([ready - needed, ready]);
        }
      });
    }
  }

  return { draw, sentences, ms, name, queued, took, element, shape };
})();
