'use strict';
// Draws the charts from the JSON in the page. All numbers also stand in the tables, which need no script.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const root = document.documentElement;
  root.classList.add('js');

  const dashes = ['solid', 'dashed', 'dotted'];
  const shown = new Set(data.strategies.keys());
  const charts = new Map();
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  const esc = text => String(text).replace(/[&<>"']/g, c => escapes[c]);
  const variable = name => getComputedStyle(root).getPropertyValue(name).trim();
  const colour = i => variable(`--c${i % 10}`);
  const dash = i => dashes[Math.floor(i / 10) % dashes.length];
  const chosen = name => document.querySelector(`input[name="${name}"]:checked`).value;
  const narrow = () => window.innerWidth < 640;

  const number = value => {
    const size = Math.abs(value);
    const digits = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2;
    return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
  const time = ms => ms >= 1000 ? `${number(ms / 1000)} s` : `${number(ms)} ms`;
  const short = ms => ms >= 1000 ? `${+(ms / 1000).toPrecision(3)} s` : `${+ms.toPrecision(3)} ms`;
  const percent = oneIn => `${+(100 * (1 - 1 / oneIn)).toFixed(Math.max(0, Math.floor(Math.log10(oneIn))))} %`;

  // A scale draws value v at to(v); its ticks are round numbers of the reader's unit.
  const linear = { to: v => v, ticks: () => undefined, label: v => short(v), from: v => v };
  const logarithmic = {
    to: v => Math.log10(Math.max(v, 1e-3)),
    from: v => 10 ** v,
    label: v => short(10 ** v),
    ticks(low, high) {
      const fine = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
      const steps = high / low < 3 ? fine : high / low < 40 ? [1, 2, 3, 5, 7] : [1, 2, 5];
      const ticks = [];
      for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
        steps.map(s => s * 10 ** power).filter(v => v >= low && v <= high).forEach(v => ticks.push(Math.log10(v)));
      }
      return ticks;
    },
  };

  function base() {
    return {
      animation: false,
      aria: { enabled: false },
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: variable('--soft') },
      tooltip: {
        trigger: 'axis', confine: true, order: 'valueDesc', backgroundColor: variable('--card'),
        borderColor: variable('--rule'), textStyle: { color: variable('--ink'), fontSize: 12 },
        axisPointer: { lineStyle: { color: variable('--faint') }, label: { show: false } },
      },
    };
  }

  const axis = extra => ({
    axisLine: { lineStyle: { color: variable('--rule') } },
    axisTick: { show: false },
    axisLabel: { color: variable('--soft'), hideOverlap: true, ...extra?.axisLabel },
    splitLine: { show: true, lineStyle: { color: variable('--rule') } },
    nameTextStyle: { color: variable('--soft'), align: 'left' },
    ...Object.fromEntries(Object.entries(extra ?? {}).filter(([key]) => key !== 'axisLabel')),
  });

  function valueAxis(scale, values, extra) {
    if (values.length === 0) {
      return axis({ type: 'value', ...extra });
    }
    const low = values.reduce((a, b) => Math.min(a, b));
    const high = values.reduce((a, b) => Math.max(a, b));
    if (scale === linear) {
      return axis({ type: 'value', min: 0, axisLabel: { formatter: scale.label }, ...extra });
    }
    const from = low * 0.92;
    const to = high * 1.08;
    const ticks = scale.ticks(from, to);
    return axis({ type: 'value', min: scale.to(from), max: scale.to(to), axisTick: { show: false, customValues: ticks },
      axisLabel: { formatter: scale.label, customValues: ticks }, ...extra });
  }

  const line = (i, points, extra) => ({
    name: data.strategies[i].name, type: 'line', data: points, showSymbol: false, symbol: 'circle', symbolSize: 5,
    lineStyle: { width: 2, color: colour(i), type: dash(i) }, itemStyle: { color: colour(i) },
    emphasis: { focus: 'series', lineStyle: { width: 3 } }, ...extra,
  });

  const floorLine = (floor, points) => ({
    name: floor.name, type: 'line', data: points, showSymbol: false, silent: true, z: 1,
    lineStyle: { width: 1.5, type: [6, 5], color: variable('--faint') }, itemStyle: { color: variable('--faint') },
    endLabel: { show: true, formatter: floor.name, color: variable('--soft'), fontSize: 11, align: 'right',
      verticalAlign: 'top', offset: [-4, 5] },
  });

  const rows = (params, head, value) => `<b>${esc(head)}</b>` + params.slice(0, 14).map(p =>
    `<div style="display:flex;gap:1.2em;justify-content:space-between"><span>${p.marker}${esc(p.seriesName)}</span>` +
    `<b>${esc(value(p))}</b></div>`).join('') + (params.length > 14 ? `<div>and ${params.length - 14} more</div>` : '');

  function percentiles() {
    const kind = chosen('latency');
    const scale = chosen('scale') === 'log' ? logarithmic : linear;
    const visible = [...shown].filter(i => data.strategies[i][kind].length > 0);
    const curves = visible.map(i => data.strategies[i][kind]);
    const rarest = curves.reduce((most, curve) => Math.max(most, curve[curve.length - 1][0]), 10);
    const end = Math.log10(rarest);
    const marks = [1, 2, 4, 10, 20, 100, 200, 1000, 2000, 1e4, 1e5, 1e6].filter(v => v <= rarest * 1.001)
      .map(Math.log10);
    const values = curves.flat().map(p => p[1]).concat(data.floors.map(f => f.ms));
    return {
      ...base(),
      grid: { left: 12, right: 18, top: 26, bottom: 30, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      tooltip: { ...base().tooltip, formatter: params => rows(params,
        `${percent(10 ** params[0].axisValue)} are faster than`, p => time(scale.from(p.value[1]))) },
      xAxis: axis({ type: 'value', min: 0, max: end, name: 'percentile', nameLocation: 'middle', nameGap: 28,
        nameTextStyle: { color: variable('--soft') }, axisTick: { show: false, customValues: marks },
        axisLabel: { formatter: v => percent(10 ** v), customValues: marks } }),
      yAxis: valueAxis(scale, values),
      series: [
        ...data.floors.map(f => floorLine(f, [[0, scale.to(f.ms)], [end, scale.to(f.ms)]])),
        ...visible.map(i => line(i, data.strategies[i][kind].map(p => [Math.log10(p[0]), scale.to(p[1])]))),
      ],
    };
  }

  function overTime(column, scaleOf, name, floors, formatter) {
    const visible = [...shown].filter(i => data.strategies[i].seconds.length > 0);
    const points = visible.map(i => data.strategies[i].seconds.map(s => [s[0], s[column]]));
    const values = points.flat().map(p => p[1]).concat(floors.map(f => f.ms));
    const scale = scaleOf(values);
    const last = points.flat().reduce((most, p) => Math.max(most, p[0]), 1);
    return {
      ...base(),
      grid: { left: 64, right: 18, top: 28, bottom: 34 },
      tooltip: { ...base().tooltip, formatter: params => rows(
        params.filter(p => !floors.some(f => f.name === p.seriesName)),
        `second ${params[0].axisValue}`, p => formatter(scale.from(p.value[1]))) },
      xAxis: axis({ type: 'value', min: 0, max: last, splitLine: { show: false }, minInterval: 1,
        axisLabel: { formatter: v => `${v} s` } }),
      yAxis: scale === linear
        ? axis({ type: 'value', min: 0, name, axisLabel: { formatter: v => formatter(v) }, splitNumber: 4 })
        : valueAxis(scale, values, { name }),
      series: [
        ...floors.map(f => floorLine(f, [[0, scale.to(f.ms)], [last, scale.to(f.ms)]])),
        ...visible.map((i, n) => line(i, points[n].map(p => [p[0], scale.to(p[1])]))),
      ],
    };
  }

  const wide = values => values.length > 0 && Math.max(...values) > 6 * Math.min(...values.filter(v => v > 0));
  const timeLatency = () => overTime({ p50: 2, p99: 3, max: 4 }[chosen('time')],
    values => wide(values) ? logarithmic : linear, 'response time', data.floors, short);
  const timeRate = () => overTime(1, () => linear, 'right answers per second', [], v => `${+v.toFixed(1)}/s`);

  // Horizontal bars, the first strategy on top; the chart grows with their number.
  function bars(element, visible, names) {
    element.style.height = `${Math.max(160, 84 + visible.length * 30)}px`;
    return {
      grid: { left: 8, right: 24, top: 40, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      legend: { top: 0, left: 0, data: names, itemWidth: 18, itemHeight: 11, selectedMode: false,
        textStyle: { color: variable('--soft') } },
      yAxis: axis({ type: 'category', inverse: true, data: visible.map(i => data.strategies[i].name),
        splitLine: { show: false }, axisLabel: { color: variable('--ink'), interval: 0, width: narrow() ? 96 : 170,
          overflow: 'truncate' } }),
    };
  }

  function where(element) {
    const visible = [...shown].filter(i => data.strategies[i].time);
    const hatch = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, symbolSize: 1,
      color: variable('--card') };
    const parts = [['queueing for I/O', '--io-wait', true], ['I/O', '--io', false],
      ['queueing for CPU', '--cpu-wait', true], ['CPU', '--cpu', false]];
    // Strategies that fell behind would flatten all others: their bars run into the edge and say how long they are.
    const totals = visible.map(i => data.strategies[i].time.reduce((a, b) => a + b, 0));
    const kept = totals.filter((total, n) => data.strategies[visible[n]].keptUp);
    const end = kept.length > 0 ? Math.min(Math.max(...totals), 2 * Math.max(...kept)) * 1.04 : undefined;
    const cut = totals.map((total, n) => [total, n]).filter(([total]) => total > end);
    const common = base();
    return {
      ...common,
      ...bars(element, visible, parts.map(part => part[0])),
      tooltip: { ...common.tooltip, order: 'seriesAsc', axisPointer: { type: 'shadow' },
        formatter: params => rows(params.filter(p => p.seriesType === 'bar'), params[0].name, p => time(p.value)) },
      xAxis: axis({ type: 'value', min: 0, max: end, axisLabel: { formatter: short, showMaxLabel: false } }),
      series: [...parts.map(([name, tone, waits], part) => ({
        name, type: 'bar', stack: 'time', barWidth: 16, data: visible.map(i => data.strategies[i].time[part]),
        itemStyle: { color: variable(tone), decal: waits ? hatch : { symbol: 'none' } },
      })), {
        name: 'cut', type: 'scatter', silent: true, symbolSize: 1, data: cut.map(([total, n]) => ({ value: [end, n],
          label: { show: true, position: 'left', distance: 4, formatter: `${short(total)} ▸`, color: variable('--ink'),
            backgroundColor: variable('--card'), padding: [2, 4], borderRadius: 3, fontSize: 11 } })),
      }],
    };
  }

  function rates(element) {
    const visible = [...shown].filter(i => data.strategies[i].most !== null || data.strategies[i].achieved !== null);
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

  const options = { percentiles, 'time-latency': timeLatency, 'time-rate': timeRate, where, rates };

  function draw() {
    document.querySelectorAll('.swatch').forEach(swatch => {
      const i = Number(swatch.dataset.series);
      swatch.style.borderTop = `3px ${dash(i)} ${colour(i)}`;
    });
    for (const [id, option] of Object.entries(options)) {
      const element = document.getElementById(id);
      const made = option(element);
      if (!charts.has(id)) {
        charts.set(id, echarts.init(element, null, { renderer: 'svg' }));
      }
      charts.get(id).resize();
      charts.get(id).setOption(made, true);
    }
  }

  document.addEventListener('change', event => {
    if (event.target.name === 'strategy') {
      shown.clear();
      document.querySelectorAll('input[name="strategy"]:checked').forEach(box => shown.add(Number(box.value)));
    }
    draw();
  });
  document.querySelectorAll('button[data-show]').forEach(button => button.addEventListener('click', () => {
    shown.clear();
    document.querySelectorAll('input[name="strategy"]').forEach(box => {
      const i = Number(box.value);
      box.checked = button.dataset.show === 'all' || (button.dataset.show === 'kept' && data.strategies[i].keptUp);
      if (box.checked) {
        shown.add(i);
      }
    });
    draw();
  }));
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
  // Pages opened from disk must work the same in every theme, size and on paper.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  const onPaper = paper => () => {
    root.classList.toggle('on-paper', paper);
    draw();
  };
  addEventListener('beforeprint', onPaper(true));
  addEventListener('afterprint', onPaper(false));
  let pending;
  addEventListener('resize', () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(draw);
  });
  draw();
})();
