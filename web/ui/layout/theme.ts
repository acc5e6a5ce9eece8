import { storedText } from "#web/api/browser-storage.ts";

export type Theme = "system" | "light" | "dark";

const storage = storedText(() => localStorage, "theme");
const subscribers = new Set<() => void>();

/** The theme selected in this browser. */
export function getTheme(): Theme {
  const stored = storage.read();
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applies and stores the theme. */
export function setTheme(choice: Theme) {
  applyTheme(choice);
  if (choice === "system") storage.clear();
  else storage.write(choice);
  for (const notify of subscribers) notify();
}

function applyTheme(choice: Theme) {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
}

export function subscribeTheme(notify: () => void) {
  // Chosen in another tab.
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && key !== "theme") return;
    applyTheme(getTheme());
    notify();
  };
  subscribers.add(notify);
  addEventListener("storage", follow);
  return () => {
    subscribers.delete(notify);
    removeEventListener("storage", follow);
  };
}

/** Runs inline in the head, so that the first paint has the theme. */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';
