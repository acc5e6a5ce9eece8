const storageKey = "lost navigation";
/** A click longer ago has nothing to do with a reload. */
const maxAgeMs = 10_000;

let clicked: { url: string; at: number } | undefined;

/**
 * When the files of a page are gone after a deployment, the router reloads the current page, which would lose the click.
 * The URL of the clicked link is stored across the reload and opened instead.
 */
export function resumeLostNavigation() {
  openStoredUrl();
  addEventListener("click", (event) => (clicked = linkOf(event)), { capture: true });
  addEventListener("popstate", () => (clicked = undefined));
  addEventListener("pagehide", () => {
    if (clicked && clicked.url !== location.href && Date.now() - clicked.at < maxAgeMs)
      storage()?.setItem(storageKey, clicked.url);
  });
}

function openStoredUrl() {
  const url = storage()?.getItem(storageKey);
  storage()?.removeItem(storageKey);
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (url && url !== location.href && navigation?.type === "reload") location.replace(url);
}

function linkOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button > 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank")
    return undefined;
  return { url: link.href, at: Date.now() };
}

/** Undefined where storage is blocked. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
