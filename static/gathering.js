// While a table gathers, and at its ranking: news are shown as they come; the focus stays where it was.
import { enter } from "./room.js";
import { find } from "./page.js";

enter({
  stage(step, swap) {
    const held = document.activeElement;
    swap();
    if (held !== document.body && !held.isConnected) find("#prompt")?.focus({ preventScroll: true });
  },
});
