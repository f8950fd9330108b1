'use strict';
// What all charts share: the colours of the page, axes, scales, and drawing again when theme, size or paper change.
// Draws the charts whose data stand in a data-chart attribute; a page with charts of its own adds them by charts.add().
const charts = (() => {
  const root = document.documentElement;
  root.classList.add('js');

  const dashes = ['solid', 'dashed', 'dotted'];
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  const esc = text => String(text).replace(/[&<>"']/g, c => escapes[c]);
  const variable = name => getComputedStyle(root).getPropertyValue(name).trim();
  const colour = i => variable(`--c${i % 10}`);
  const dash = i => dashes[Math.floor(i / 10) % dashes.length];
  const narrow = () => window.innerWidth < 640;

  const number = value => {
    const size = Math.abs(value);
    const digits = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2;
    return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
  const time = ms => ms >= 1000 ? `${number(ms / 1000)} s` : `${number(ms)} ms`;
  const short = ms => ms >= 1000 ? `${+(ms / 1000).toPrecision(3)} s` : `${+ms.toPrecision(3)} ms`;

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

  const rows = (params, head, value) => `<b>${esc(head)}</b>` + params.slice(0, 14).map(p =>
    `<div style="display:flex;gap:1.2em;justify-content:space-between"><span>${p.marker}${esc(p.seriesName)}</span>` +
    `<b>${esc(value(p))}</b></div>`).join('') + (params.length > 14 ? `<div>and ${params.length - 14} more</div>` : '');

  const grid = { left: 12, right: 24, top: 28, bottom: 30, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

  // Intervals, as lines that belong to no legend and answer to no pointer.
  const whiskers = (points, place) => ({
    silent: true, symbol: ['none', 'none'], label: { show: false },
    lineStyle: { color: variable('--soft'), width: 1.5, type: 'solid' },
    data: points.map((point, i) => [point, i]).filter(([point]) => point.high > point.low)
      .map(([point, i]) => [{ coord: place(point.low, point, i) }, { coord: place(point.high, point, i) }]),
  });

  // An interval that reaches far beyond all figures would flatten them; the numbers beside the chart have it whole.
  const cut = points => points.map(point => ({ ...point, y: typeof point.y === 'number' ? point.y : null,
    high: Math.min(point.high, 1.6 * point.y) }));

  // A legend breaks between its names: what its second and further lines take of the height of a chart, which grows by it.
  function moreLegend(names, element) {
    let [broken, used] = [0, 0];
    names.map(name => 46 + 6.5 * name.length).forEach(width => {
      if (used > 0 && used + width > element.clientWidth) {
        [broken, used] = [broken + 1, 0];
      }
      used += width;
    });
    return 24 * broken;
  }

  function lines(chart, element) {
    element.style.height = '';
    const more = moreLegend(chart.series.map(one => one.name), element);
    element.style.height = more > 0 ? `${element.clientHeight + more}px` : '';
    const series = chart.series.map(one => ({ ...one, points: cut(one.points) }));
    const xs = [...new Set(series.flatMap(one => one.points.map(point => point.x)))].sort((a, b) => a - b);
    // Settings that double are evenly spaced on a logarithmic axis.
    const log = xs.length > 2 && xs[0] > 0 && xs.at(-1) - xs.at(-2) > 3 * (xs[1] - xs[0]);
    const to = x => log ? Math.log10(x) : x;
    const from = x => +(log ? 10 ** x : x).toPrecision(6);
    const [low, high] = [to(xs[0]), to(xs.at(-1))];
    const room = Math.max((high - low) * 0.04, 1e-3);
    return {
      ...base(),
      grid: { ...grid, top: 58 + more },
      legend: { top: 0, left: 0, data: series.map(one => one.name), itemWidth: 24, selectedMode: false,
        textStyle: { color: variable('--ink') } },
      tooltip: { ...base().tooltip, formatter: params => rows(params, `${chart.x} ${from(params[0].axisValue)}`,
        p => p.value[1] === null ? '–' : number(p.value[1])) },
      xAxis: axis({ type: 'value', min: low - room, max: high + room, name: chart.x, nameLocation: 'middle',
        nameGap: 28, splitLine: { show: false }, axisTick: { show: false, customValues: xs.map(to) },
        axisLabel: { customValues: xs.map(to), formatter: x => `${from(x)}` } }),
      yAxis: axis({ type: 'value', min: 0, name: chart.y,
        max: range => Math.max(range.max, ...chart.limits.map(limit => limit.y)) || 1,
        axisLabel: { formatter: y => `${+y.toPrecision(6)}`, showMaxLabel: false } }),
      series: [...series.map((one, i) => ({
        name: one.name, type: 'line', data: one.points.map(point => [to(point.x), point.y]),
        showSymbol: true, symbol: 'circle', symbolSize: 7, connectNulls: false,
        lineStyle: { width: 2, color: colour(i) },
        itemStyle: { color: colour(i) }, markLine: whiskers(one.points, (y, point) => [to(point.x), y]),
      })), ...chart.limits.map(limit => ({
        name: limit.name, type: 'line', silent: true, showSymbol: false, data: [[low, limit.y], [high, limit.y]],
        lineStyle: { width: 1.5, type: 'dotted', color: variable('--bad') }, itemStyle: { color: variable('--bad') },
        endLabel: { show: true, formatter: limit.name, color: variable('--bad'), align: 'right',
          verticalAlign: 'bottom', offset: [-4, -4] },
      }))],
    };
  }

  function bars(chart, element) {
    const points = cut(chart.series.flatMap(one => one.points));
    element.style.height = `${56 + points.length * 34}px`;
    return {
      ...base(),
      grid: { ...grid, top: 8, right: 70 },
      tooltip: { ...base().tooltip, axisPointer: { type: 'shadow' },
        formatter: params => rows(params, params[0].name, p => `${number(p.value)}`) },
      yAxis: axis({ type: 'category', inverse: true, data: points.map(point => point.label), splitLine: { show: false },
        axisLabel: { color: variable('--ink'), interval: 0, width: narrow() ? 130 : 150, overflow: 'break',
          lineHeight: 14 } }),
      xAxis: axis({ type: 'value', min: 0, axisLabel: { formatter: x => `${+x.toPrecision(6)}` } }),
      series: [{ name: chart.y, type: 'bar', barWidth: 12, itemStyle: { color: variable('--io') },
        data: points.map(point => point.y), markLine: whiskers(points, (x, point, i) => [x, i]) },
      { name: 'values', type: 'scatter', silent: true, symbolSize: 1, tooltip: { show: false },
        data: points.map((point, i) => ({ value: [Math.max(point.y, point.high > point.low ? point.high : 0), i],
          label: { show: true, position: 'right', color: variable('--ink'), formatter: number(point.y ?? NaN) } })) }],
    };
  }

  const drawings = new Map();

  function add(element, option) {
    drawings.set(element, { option, chart: null });
  }

  function show(element) {
    const drawing = drawings.get(element);
    const made = drawing.option(element);
    drawing.chart ??= echarts.init(element, null, { renderer: 'svg' });
    drawing.chart.resize();
    drawing.chart.setOption(made, true);
    apart(drawing.chart, made.series);
  }

  // Moves the names behind the ends of lines up or down until none lies over another or outside the chart.
  function apart(chart, series) {
    const height = 14;
    const ends = series.map((one, i) => {
      const last = one.endLabel?.show && one.id ? one.data.filter(point => Number.isFinite(point[1])).at(-1) : undefined;
      return last && { id: one.id, y: chart.convertToPixel({ seriesIndex: i }, last)[1] };
    }).filter(end => end).sort((a, b) => a.y - b.y);
    ends.reduce((least, end) => (end.at = Math.max(end.y, least)) + height, height / 2);
    ends.reduceRight((most, end) => (end.at = Math.min(end.at, most)) - height, chart.getHeight() - height / 2);
    if (ends.some(end => end.at !== end.y)) {
      chart.setOption({ series: ends.map(end => ({ id: end.id, endLabel: { offset: [0, end.at - end.y] } })) });
    }
  }

  // Draws again what has been drawn; on paper, which has no scroll bar, everything.
  function draw(all = false) {
    drawings.forEach((drawing, element) => {
      if (all || drawing.chart) {
        show(element);
      }
    });
  }

  // A page may have dozens of charts, of which nobody sees more than a few at once.
  const near = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(entry => {
    near.unobserve(entry.target);
    show(entry.target);
  }), { rootMargin: '600px' });
  document.querySelectorAll('.chart[data-chart]').forEach(element => {
    const chart = JSON.parse(element.dataset.chart);
    add(element, chart.kind === 'BARS' ? () => bars(chart, element) : () => lines(chart, element));
    near.observe(element);
  });

  // Pages opened from disk must work the same in every theme, size and on paper.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  const onPaper = paper => () => {
    root.classList.toggle('on-paper', paper);
    draw(paper);
  };
  addEventListener('beforeprint', onPaper(true));
  addEventListener('afterprint', onPaper(false));
  let pending;
  addEventListener('resize', () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(() => draw());
  });

  return { add, axis, base, colour, dash, draw, esc, linear, logarithmic, moreLegend, narrow, number, rows, short, time,
    valueAxis, variable };
})();
