const lostClick = "lost click";
// A file that is gone is told of within moments; what was clicked before that has nothing to do with a reload.
const freshMs = 10_000;

let clicked: { address: string; at: number } | undefined;

/**
 * When a page's files are gone (a new version went live) the router reloads the page one is on, which would lose the click:
 * so where it led to is kept across that reload, and loaded instead.
 */
export function resumeLostNavigation() {
  followLostClick();
  addEventListener("click", (event) => (clicked = leadsTo(event)), { capture: true });
  addEventListener("popstate", () => (clicked = undefined));
  addEventListener("pagehide", () => {
    if (clicked && clicked.address !== location.href && Date.now() - clicked.at < freshMs)
      storage()?.setItem(lostClick, clicked.address);
  });
}

function followLostClick() {
  const address = storage()?.getItem(lostClick);
  storage()?.removeItem(lostClick);
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (address && address !== location.href && arrival?.type === "reload") location.replace(address);
}

function leadsTo({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  if (button > 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank")
    return undefined;
  return { address: link.href, at: Date.now() };
}

/** Undefined where the browser keeps nothing: then a lost click stays lost, and nothing else is. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
