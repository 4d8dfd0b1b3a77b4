// Choosing: which of the things that lie on the table fill which field of an action. Knows no page and no game.
// A choice is {type, fields: {name: domain}}, as the server sends it. What is chosen is a list of texts (piece ids).

const real = (domain, text) => domain.values.find((value) => `${value}` === `${text}`);

// fits(values, domain, field): may these, in this order, be the field's value or grow to it? fill: the value, or undefined.
const kinds = {
  "one-of": {
    fits: (values, domain) => !values[1] && real(domain, values[0]) !== undefined,
    fill: ([value], domain) => real(domain, value),
  },
  "some-of": {
    fits: (values, domain) => values.length <= domain.most && values.every((value) => real(domain, value) !== undefined),
    fill: (values, domain) => (values.length >= domain.least ? values.map((value) => real(domain, value)) : undefined),
  },
  whole: {
    fits: ([value, more], { low, high }) => !more && value >= low && value <= high,
    fill: ([value]) => value && +value,
  },
};

export const domain = (name, handler) => { kinds[name] = { holds: () => true, ...handler }; };

// A game's own kinds come with its module, after the first marks: until then nothing fits them.
const unknown = { fits() {}, fill() {} };
const kind = (domain) => kinds[domain.kind] ?? unknown;

// Puts each value into a field that takes it: {field: value} if all fields can be filled (or, if part, begun), else nothing.
function assign(choice, fixed, values, part) {
  const { fields } = choice;
  const holds = (domain, value) => domain && (kind(domain).holds?.(value, domain) ?? kind(domain).fits([].concat(value), domain));
  for (const name in fixed) if (!holds(fields[name], fixed[name])) return;
  const open = Object.entries(fields).filter(([name]) => !(name in fixed));
  if (!part && !open.length) return {}; // nothing is missing, whatever else is chosen
  const held = open.map(() => []);
  const place = (at) => {
    if (at < values.length) {
      return open.some(([name, domain], index) => {
        held[index].push(values[at]);
        const found = kind(domain).fits(held[index], domain, name) && place(at + 1);
        if (!found) held[index].pop();
        return found;
      });
    }
    return part || open.every(([, domain], index) => kind(domain).fill(held[index], domain) !== undefined);
  };
  if (!place(0)) return;
  return Object.fromEntries(open.map(([name, domain], index) => [name, kind(domain).fill(held[index], domain)]));
}

// The whole action that a button's {type, ...} becomes with what is chosen, if it becomes one.
export function complete(choices, { type, ...fixed }, values) {
  for (const choice of choices) {
    const filled = choice.type === type && assign(choice, fixed, values);
    if (filled) return { type, ...fixed, ...filled };
  }
}

// Whether these can be part of any action (of one type, if it is named).
export const possible = (choices, values, { type, ...fixed } = {}) =>
  choices.some((choice) => (!type || choice.type === type) && assign(choice, fixed, values, true));

// What is chosen after one more touch: a chosen piece is let go; another joins if it fits, else takes the place of the last ones.
export function touched(choices, chosen, piece) {
  if (chosen.includes(piece)) return chosen.filter((one) => one !== piece);
  for (let kept = chosen.length; kept >= 0; kept--) {
    const next = [...chosen.slice(0, kept), piece];
    if (possible(choices, next)) return next;
  }
}
