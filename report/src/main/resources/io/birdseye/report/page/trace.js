// Draws the requests of a trace page: each figure holds its trace as data.
document.documentElement.classList.add('js');
document.querySelectorAll('.waterfall[data-trace]').forEach(figure => {
  const trace = JSON.parse(figure.dataset.trace);
  figure.querySelector('figcaption .works').textContent = waterfall.sentences(trace);
  waterfall.draw(figure.querySelector('.drawing'), trace,
    { floorMs: Number(figure.dataset.floor) });
});
