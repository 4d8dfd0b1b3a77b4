// The display of buildings: search, and what you can pay.
import { all, find, on } from "../../page.js";

let choosing = false; // whether one of them can be built now

const amounts = (text) => Object.fromEntries((text ?? "").trim().split(/\s+/).filter(Boolean).map((one) => one.split(":")));

export function filter(build = choosing) {
  choosing = build;
  const stock = amounts(find("#purse")?.dataset.cbStock);
  const words = find("#cb-search").value.trim().toLowerCase().split(/\s+/);
  const only = find("#cb-payable")?.checked;
  let payable = 0;
  let shown = 0;
  const tiles = all("#wares > li");
  for (const tile of tiles) {
    const pays = choosing ? "can" in find("[data-piece]", tile).dataset : Object.entries(amounts(tile.dataset.cbCost)).every(([good, n]) => Number(stock[good] ?? 0) >= n);
    const fits = words.every((word) => tile.dataset.cbWords.toLowerCase().includes(word));
    payable += pays;
    tile.hidden = !fits || (only && !pays);
    shown += !tile.hidden;
  }
  for (const one of all("[data-cb-all]")) one.textContent = tiles.length;
  for (const one of all("[data-cb-payable]")) one.textContent = payable;
  find(".cb-no-wares").hidden = shown > 0;
}
on("input", () => filter(), find("#cb-search"));
on("change", ({ target }) => { if (target.name === "cb-filter") filter(); });
