// Percentiles (nearest rank) of what was measured. No protocol.
export class Samples {
  constructor() { this.all = []; }

  add(value) { this.all.push(value); }

  report() {
    const sorted = this.all.toSorted((x, y) => x - y), count = sorted.length;
    if (!count) return { n: 0 };
    const rank = (share) => round(sorted[Math.min(count - 1, Math.ceil(share * count) - 1)]);
    return { n: count, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: round(sorted.at(-1)) };
  }
}

export const round = (value, digits = 3) => Math.round(value * 10 ** digits) / 10 ** digits;
