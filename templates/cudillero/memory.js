// What this reader has seen or half done, for this visit, and what was chosen for all visits.
const store = (home, key) => ({
  get(name) { try { return home().getItem(key(name)); } catch { return null; } },
  set(name, value) { try { home().setItem(key(name), value); } catch { /* private browsing: it is told or asked again */ } },
});

export const memory = store(() => sessionStorage, (name) => `cudillero/${location.pathname}/${name}`);
export const lasting = store(() => localStorage, (name) => `cudillero/${name}`);
