// The charts of a comparison, from the JSON in the page. All numbers also stand in the tables, which need no script.
(() => {
  const { axis, base, colour, dash, esc, linear, logarithmic, moreLegend, narrow, number, rows, short, time, valueAxis,
    variable } = charts;
  const data = JSON.parse(document.getElementById('data').textContent);
  const everyone = [...data.strategies.keys()];
  const shown = new Set(data.first);
  // A backlog says how long the test was: what did not keep up is drawn only when it is chosen, and sets no axis.
  const anyKept = data.strategies.some(s => s.keptUp);
  const judged = i => data.strategies[i].keptUp || !anyKept;
  const ofAxis = (visible, of) => (visible.some(judged) ? visible.filter(judged) : visible).flatMap(of);
  // Those with a colour come last, so that they lie over the grey ones.
  const inFront = of => everyone.filter(i => of(i)?.length > 0 && (judged(i) || shown.has(i)))
    .sort((a, b) => shown.has(a) - shown.has(b));
  const chosen = name => document.querySelector(`input[name="${name}"]:checked`).value;
  const percent = oneIn => `${+(100 * (1 - 1 / oneIn)).toFixed(Math.max(0, Math.floor(Math.log10(oneIn))))} %`;

  // Colours go to those that are shown, in their order: the first five are easy to tell apart.
  const place = i => [...shown].sort((a, b) => a - b).indexOf(i);
  const line = (i, points, names) => shown.has(i) ? {
    id: `line-${i}`,
    name: data.strategies[i].name, type: 'line', data: points, showSymbol: false, symbol: 'circle', symbolSize: 5, z: 3,
    lineStyle: { width: 2, color: colour(place(i)), type: dash(place(i)) }, itemStyle: { color: colour(place(i)) },
    emphasis: { focus: 'series', lineStyle: { width: 3 } },
    endLabel: { show: names.beside, formatter: data.strategies[i].name, color: colour(place(i)), fontSize: 11,
      width: names.right - 10, overflow: 'truncate', distance: 4 },
  } : {
    name: data.strategies[i].name, type: 'line', data: points, showSymbol: false, z: 2, silent: true,
    lineStyle: { width: 1, color: variable('--faint'), opacity: 0.55 }, itemStyle: { color: variable('--faint') },
  };
  // Up to eight names stand behind the ends of their lines or, where they are too long for that, above the chart, which
  // then grows. A chart below another one with the same lines needs no second list.
  function naming(element, above = true) {
    element.style.height = '';
    const names = everyone.filter(i => shown.has(i)).map(i => data.strategies[i].name);
    const few = names.length > 0 && names.length <= 8;
    const right = 18 + 5.8 * Math.max(0, ...names.map(name => name.length));
    const beside = few && right <= Math.max(80, 0.3 * element.clientWidth);
    const listed = few && !beside && above ? names : [];
    const top = 20 * listed.length;
    if (top > 0) {
      element.style.height = `${element.clientHeight + top}px`;
    }
    return { beside, right: beside ? right : 18, top, legend: { show: top > 0, data: listed, orient: 'vertical', top: 0,
      left: 0, itemWidth: 24, itemHeight: 8, itemGap: 6, selectedMode: false,
      textStyle: { color: variable('--ink'), fontSize: 11 } } };
  }
  const coloured = params => params.filter(p => shown.has(everyone.find(i => data.strategies[i].name === p.seriesName)));

  const floorLine = (floor, points) => ({
    name: floor.name, type: 'line', data: points, showSymbol: false, silent: true, z: 1,
    lineStyle: { width: 1.5, type: [6, 5], color: variable('--faint') }, itemStyle: { color: variable('--faint') },
    endLabel: { show: true, formatter: floor.name, color: variable('--soft'), fontSize: 11, align: 'right',
      verticalAlign: 'top', offset: [-10, 5] },
  });

  function percentiles(element) {
    const names = naming(element);
    const kind = chosen('latency');
    const scale = chosen('scale') === 'log' ? logarithmic : linear;
    const visible = inFront(i => data.strategies[i][kind]);
    const judgedPoints = ofAxis(visible, i => data.strategies[i][kind]);
    const rarest = judgedPoints.reduce((most, p) => Math.max(most, p.oneIn), 4);
    const end = Math.log10(rarest);
    const marks = [1, 2, 4, 10, 20, 100, 200, 1000, 2000, 1e4, 1e5, 1e6].filter(v => v <= rarest * 1.001)
      .map(Math.log10);
    const values = judgedPoints.map(p => p.ms).concat(data.floors.map(f => f.ms));
    return {
      ...base(),
      grid: { left: 12, right: names.right, top: 26 + names.top, bottom: 30, outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel' },
      legend: names.legend,
      tooltip: { ...base().tooltip, formatter: params => rows(coloured(params),
        `${percent(10 ** params[0].axisValue)} are faster than`, p => time(scale.from(p.value[1]))) },
      xAxis: axis({ type: 'value', min: 0, max: end, name: 'percentile', nameLocation: 'middle', nameGap: 28,
        nameTextStyle: { color: variable('--soft') }, axisTick: { show: false, customValues: marks },
        axisLabel: { formatter: v => percent(10 ** v), customValues: marks } }),
      yAxis: valueAxis(scale, values, visible.every(judged) ? {} : { max: scale.to(1.08 * Math.max(...values)) }),
      series: [
        ...data.floors.map(f => floorLine(f, [[0, scale.to(f.ms)], [end, scale.to(f.ms)]])),
        ...visible.map(i => line(i, data.strategies[i][kind].map(p => [Math.log10(p.oneIn), scale.to(p.ms)]), names)),
      ],
    };
  }

  function overTime(names, figure, scaleOf, name, floors, formatter) {
    const visible = inFront(i => data.strategies[i].seconds);
    const points = visible.map(i => data.strategies[i].seconds.map(s => [s.second, s[figure]]));
    const values = ofAxis(visible, i => data.strategies[i].seconds).map(s => s[figure]).concat(floors.map(f => f.ms));
    const beyond = visible.every(judged) ? {} : { max: Math.ceil(1.08 * Math.max(...values)) };
    const scale = scaleOf(values);
    const last = points.flat().reduce((most, p) => Math.max(most, p[0]), 1);
    return {
      ...base(),
      grid: { left: 64, right: names.right, top: 28 + names.top, bottom: 34 },
      legend: names.legend,
      tooltip: { ...base().tooltip, formatter: params => rows(
        coloured(params),
        `second ${params[0].axisValue}`, p => formatter(scale.from(p.value[1]))) },
      xAxis: axis({ type: 'value', min: 0, max: last, splitLine: { show: false }, minInterval: 1,
        axisLabel: { formatter: v => `${v} s` } }),
      yAxis: scale === linear
        ? axis({ type: 'value', min: 0, ...beyond, name, axisLabel: { formatter: v => formatter(v) }, splitNumber: 4 })
        : valueAxis(scale, values, { name }),
      series: [
        ...floors.map(f => floorLine(f, [[0, scale.to(f.ms)], [last, scale.to(f.ms)]])),
        ...visible.map((i, n) => line(i, points[n].map(p => [p[0], scale.to(p[1])]), names)),
      ],
    };
  }

  const wide = values => values.length > 0 && Math.max(...values) > 6 * Math.min(...values.filter(v => v > 0));
  const timeLatency = element => overTime(naming(element), `${chosen('time')}Ms`,
    values => wide(values) ? logarithmic : linear, 'response time', data.floors, short);
  const timeRate = element =>
    overTime(naming(element, false), 'sentPerSecond', () => linear, 'right answers per second', [], v => `${+v.toFixed(1)}/s`);

  // Horizontal bars, the first strategy on top; the chart grows with their number.
  function bars(element, visible, names) {
    const more = moreLegend(names, element);
    element.style.height = `${more + Math.max(160, 84 + visible.length * 30)}px`;
    return {
      grid: { left: 8, right: 24, top: 40 + more, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      legend: { top: 0, left: 0, data: names, itemWidth: 18, itemHeight: 11, selectedMode: false,
        textStyle: { color: variable('--soft') } },
      yAxis: axis({ type: 'category', inverse: true, data: visible.map(i => data.strategies[i].name),
        splitLine: { show: false }, axisLabel: { color: variable('--ink'), interval: 0, width: narrow() ? 130 : 200,
          fontSize: narrow() ? 11 : 12, overflow: 'break', lineHeight: 13 } }),
    };
  }

  // Bars of the parts of a time, each a name of the data, words, a colour, and whether it is waiting.
  const stacked = (figure, parts) => element => {
    const visible = everyone.filter(i => data.strategies[i][figure]);
    const of = (i, part) => data.strategies[i][figure][part] ?? 0;
    const hatch = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, symbolSize: 1,
      color: variable('--card') };
    // Strategies that fell behind would flatten all others: their bars run into the edge and say how long they are.
    const totals = visible.map(i => parts.reduce((sum, [part]) => sum + of(i, part), 0));
    const kept = totals.filter((total, n) => data.strategies[visible[n]].keptUp);
    const end = kept.length > 0 ? Math.min(Math.max(...totals), 2 * Math.max(...kept)) * 1.04 : undefined;
    const cut = totals.map((total, n) => [total, n]).filter(([total]) => total > end);
    const common = base();
    return {
      ...common,
      ...bars(element, visible, parts.map(part => part[1])),
      tooltip: { ...common.tooltip, order: 'seriesAsc', axisPointer: { type: 'shadow' },
        formatter: params => rows(params.filter(p => p.seriesType === 'bar'), params[0].name, p => time(p.value)) },
      xAxis: axis({ type: 'value', min: 0, max: end, axisLabel: { formatter: short, showMaxLabel: false } }),
      series: [...parts.map(([part, name, tone, waits]) => ({
        name, type: 'bar', stack: 'time', barWidth: 16, data: visible.map(i => of(i, part)),
        itemStyle: { color: variable(tone), decal: waits ? hatch : { symbol: 'none' } },
      })), {
        name: 'cut', type: 'scatter', silent: true, symbolSize: 1, data: cut.map(([total, n]) => ({ value: [end, n],
          label: { show: true, position: 'left', distance: 4, formatter: `${short(total)} ▸`,
            color: variable('--ink'), backgroundColor: variable('--card'), padding: [2, 4], borderRadius: 3,
            fontSize: 11 } })),
      }],
    };
  };

  const where = stacked('time', [['ioQueueMs', 'queueing for I/O', '--io-wait', true], ['ioMs', 'I/O', '--io', false],
    ['cpuQueueMs', 'queueing for CPU', '--cpu-wait', true], ['cpuMs', 'CPU', '--cpu', false]]);
  const parts = stacked('parts', [['wireMs', 'on the wire', '--io', false],
    ['queueMs', 'waiting for a thread', '--io-wait', true], ['coreMs', 'waiting for a core', '--cpu-wait', true],
    ['gcMs', 'collecting', '--c3', false], ['jitMs', 'compiling', '--c4', false],
    ['cpuMs', 'computing', '--cpu', false], ['edgeMs', 'HTTP and injector', '--c8', false]]);

  function rates(element) {
    const visible = everyone.filter(i => data.strategies[i].most !== null || data.strategies[i].achieved !== null);
    const of = key => visible.map(i => data.strategies[i][key] ?? 0);
    const asked = Math.max(data.askedPerSecond ?? 0, ...of('offered'), ...of('achieved'), 1);
    const end = Math.min(asked * 2.5, Math.max(asked, ...of('most')) * 1.05);
    const common = base();
    const tip = params => {
      const s = data.strategies[visible[params[0].dataIndex]];
      const rate = v => v === null ? '–' : `${number(v)}/s`;
      return `<b>${esc(s.name)}</b><br>offered ${rate(s.offered)}<br>achieved ${rate(s.achieved)}` +
        `<br>X_max ${rate(s.most)}: ${esc(s.reason)}`;
    };
    return {
      ...common,
      ...bars(element, visible, ['achieved', 'offered', 'X_max']),
      tooltip: { ...common.tooltip, axisPointer: { type: 'shadow' }, formatter: tip,
        extraCssText: 'max-width:min(26rem,80vw);white-space:normal' },
      xAxis: axis({ type: 'value', min: 0, max: end,
        axisLabel: { formatter: v => `${+v.toFixed(1)}/s`, showMaxLabel: false } }),
      series: [
        { name: 'achieved', type: 'bar', barWidth: 16, itemStyle: { color: variable('--io') },
          data: visible.map(i => ({ value: data.strategies[i].achieved,
            itemStyle: { color: variable(data.strategies[i].keptUp ? '--io' : '--bad') } })) },
        { name: 'offered', type: 'scatter', symbol: 'rect', symbolSize: [3, 24],
          itemStyle: { color: variable('--ink') },
          data: visible.map((i, n) => [data.strategies[i].offered, n]).filter(p => p[0] !== null) },
        { name: 'X_max', type: 'scatter', symbol: 'diamond', symbolSize: 12, itemStyle: { color: variable('--cpu') },
          data: visible.map((i, n) => [data.strategies[i].most, n]).filter(p => p[0] !== null).map(([x, n]) =>
            x > end ? { value: [end, n], symbol: 'triangle', symbolRotate: -90, symbolSize: 10 } : [x, n]) },
      ],
    };
  }

  const boxes = () => [...document.querySelectorAll('input[name="strategy"]')];
  function show(indices) {
    shown.clear();
    indices.forEach(i => shown.add(i));
    boxes().forEach(box => { box.checked = shown.has(Number(box.value)); });
    document.querySelectorAll('.swatch').forEach(swatch => {
      const i = Number(swatch.dataset.series);
      swatch.style.borderTop = shown.has(i) ? `3px ${dash(place(i))} var(--c${place(i) % 10})` : '1px solid var(--faint)';
    });
  }
  const sets = { first: () => data.first, all: () => everyone, none: () => [],
    kept: () => everyone.filter(i => data.strategies[i].keptUp) };

  // What is chosen stands in the address, so that a link shows the same. Names, since their order may change.
  const choices = ['latency', 'scale', 'time'].filter(name => document.querySelector(`input[name="${name}"]`));
  const usual = Object.fromEntries(choices.map(name => [name, chosen(name)]));
  const same = (a, b) => [...a].sort().join() === [...b].sort().join();
  function keep() {
    state.set('show', same([...shown], data.first) ? null : [...shown].map(i => data.strategies[i].name).join(','));
    choices.forEach(name => state.set(name, chosen(name) === usual[name] ? null : chosen(name)));
  }
  function recall() {
    const names = state.get('show');
    show(names === null ? data.first : everyone.filter(i => names.split(',').includes(data.strategies[i].name)));
    choices.forEach(name => {
      const value = state.get(name) ?? usual[name];
      const choice = [...document.querySelectorAll(`input[name="${name}"]`)].find(box => box.value === value);
      if (choice) {
        choice.checked = true;
      }
    });
  }
  recall();

  // The rows of the table by their place, or by a strategy or axis value; values in the order of their best row.
  const table = document.querySelector('table.results');
  const bodies = table ? [...table.tBodies] : [];
  const homes = bodies.map(body => [...body.rows]);
  function arrange() {
    const by = chosen('group');
    bodies.forEach((body, n) => body.replaceChildren(...homes[n]));
    if (by === 'rank') {
      table.replaceChildren(table.caption, table.tHead, ...bodies);
      return;
    }
    const all = homes.flat().filter(row => row.dataset.row);
    const value = row => data.strategies[Number(row.dataset.row)].groups[by];
    const groups = [...new Set(all.map(value))].map(one => {
      const body = document.createElement('tbody');
      body.className = 'group';
      const head = document.createElement('th');
      head.scope = 'colgroup';
      head.colSpan = all[0].cells.length;
      head.textContent = one;
      const line = body.insertRow();
      line.className = 'group-head';
      line.append(head);
      body.append(...all.filter(row => value(row) === one));
      return body;
    });
    table.replaceChildren(table.caption, table.tHead, ...groups);
  }

  document.addEventListener('change', event => {
    if (event.target.name === 'group') {
      arrange();
    }
    if (event.target.name === 'strategy') {
      show(boxes().filter(box => box.checked).map(box => Number(box.value)));
    }
    keep();
    charts.draw();
  });
  document.querySelectorAll('button[data-show]').forEach(button => button.addEventListener('click', () => {
    show(sets[button.dataset.show]());
    keep();
    charts.draw();
  }));
  addEventListener('hashchange', () => {
    if (location.hash.includes('=')) {
      recall();
      charts.draw();
    }
  });
  document.getElementById('copy').addEventListener('click', async event => {
    const command = document.getElementById('command');
    try {
      await navigator.clipboard.writeText(command.textContent);
      event.target.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(command);
      event.target.textContent = 'Selected';
    }
  });
  Object.entries({ percentiles, 'time-latency': timeLatency, 'time-rate': timeRate, parts, where, rates })
    .filter(([id]) => document.getElementById(id))
    .forEach(([id, option]) => charts.add(document.getElementById(id), option));
  charts.draw(true);
})();
