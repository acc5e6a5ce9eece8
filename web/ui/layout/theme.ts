export type Theme = "system" | "light" | "dark";

const key = "theme";
const watchers = new Set<() => void>();

/** What the visitor chose in this browser; "system" follows the device. */
export function getTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Shows the theme at once and keeps the choice for the next visit. */
export function setTheme(choice: Theme) {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  try {
    if (choice === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
  for (const watch of watchers) watch();
}

export function subscribeTheme(watch: () => void) {
  watchers.add(watch);
  addEventListener("storage", watch);
  return () => {
    watchers.delete(watch);
    removeEventListener("storage", watch);
  };
}

/** Runs inline in the document's head, before anything is painted: the chosen theme never flashes in late. */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';
