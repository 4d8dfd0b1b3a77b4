// Flights: pieces fly from where they were to where they are, and no tap is lost meanwhile.
import { all, drawn, within } from "./page.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 16; // more at once explain nothing
let flight = null; // { steps, still, ready }: one at a time; what comes meanwhile is swapped beneath it

const visible = (name, id) => all(`[data-${name}="${CSS.escape(id)}"]`).find(drawn);
const piece = (id) => visible("piece", id) ?? visible("face", id);
const spotted = (touchable) => all(touchable).map((element) => [element, element.getBoundingClientRect()]);
const call = (element, name) => { element.style.viewTransitionName = name; };
const forget = () => all("[style*=transition]").forEach((element) => call(element, "")); // also copies that a game has made

// change() swaps the step. Several causes in one step, a hidden page, or no wish for motion: without a flight.
export function fly(step, touchable, change) {
  if (flight?.steps) return flight.steps.push(change); // the pictures are not taken yet: keep the order
  const causes = new Set(step.say.map((entry) => entry.number)).size;
  const still = step.from === -1 || flight || causes > 1 || document.hidden || calm.matches || !document.startViewTransition;

  const flying = []; // { id, from, target }
  for (const { piece: id, source, target } of still ? [] : step.say.flatMap((entry) => entry.flights)) {
    const from = id && (piece(id) ?? visible("zone", source));
    if (from && flying.length < MOST && !flying.some((one) => one.id === id || one.from === from)) flying.push({ id, from, target });
  }
  if (!flying.length) return change();
  forget();
  flying.forEach(({ from }, index) => call(from, `fly-${index}`));
  const mine = (flight = { steps: [change], still: spotted(touchable), ready: false });
  const transition = document.startViewTransition(() => {
    const steps = mine.steps;
    mine.steps = null;
    steps.forEach((run) => run());
    forget();
    flying.forEach(({ id, target }, index) => {
      const to = piece(id) ?? visible("zone", target);
      if (to && !to.style.viewTransitionName) call(to, `fly-${index}`);
    });
  });
  transition.ready.catch(() => {}).finally(() => { mine.ready = true; });
  transition.finished.finally(() => {
    forget();
    setTimeout(() => { if (flight === mine) flight = null; });
  });
}

// While the browser takes its pictures every tap lands on <html>, and a flying piece takes none: find what was meant by
// place.
export function beneath(event, touchable) {
  if (!flight) return;
  const spots = flight.ready ? spotted(touchable) : flight.still;
  return spots.findLast(([element, box]) => element.isConnected && within(box, event))?.[0];
}
