// Notes every flight, every breach of the policy, every change; `slow` stretches the time of taking pictures.
window.seen = { breaches: [], flights: [], asked: [] };
document.addEventListener("securitypolicyviolation", (e) => seen.breaches.push(`${e.violatedDirective} ${e.blockedURI}`));
new MutationObserver(() => { seen.changed = Date.now(); }).observe(document, { subtree: true, childList: true });
const real = document.startViewTransition?.bind(document);
if (real) document.startViewTransition = (change) => {
  const pause = window.slow ?? 0;
  const entry = { groups: [], moved: [], took: null, at: performance.now() };
  seen.flights.push(entry);
  const flight = real(pause ? async () => { await new Promise((done) => setTimeout(done, pause)); change(); } : change);
  flight.ready.then(() => {
    const names = document.getAnimations().map((a) => a.effect.pseudoElement ?? "");
    entry.groups = [...new Set(names)].filter((name) => name.startsWith("::view-transition-group"));
    const places = Object.fromEntries(entry.groups.map((name) => [name, new Set()]));
    const look = () => {
      for (const name of entry.groups) places[name].add(getComputedStyle(document.documentElement, name).transform);
      entry.moved = entry.groups.filter((name) => places[name].size > 2); // seen in more than two places: it flew
      if (!entry.took) requestAnimationFrame(look);
    };
    look();
  }).catch((e) => { entry.failed = String(e); });
  flight.finished.then(() => { entry.took = performance.now() - entry.at; });
  return flight;
};
const dress = (rule) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets.push(sheet);
};
const lengthen = (ms) => dress(`::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: ${ms}ms !important }`);
// What would go on for ever, such as the dots of those who think, is drawn once: else every idle page keeps the machine busy.
dress("*, ::before, ::after { animation-iteration-count: 1 !important }");
