const controls = ":is(a[href], button, input, select, textarea):not(:disabled, [tabindex='-1'], [aria-hidden='true'])";
/** Dialogs give the focus back themselves, and pages may lead it to a place of their own: they come first. */
const patienceMs = 80;

/**
 * Where the focus goes when the thing that has it disappears, as a line that is removed or a notice that is answered:
 * to what is next in its list, else to the head of what it stood in, so that nobody starts again at the top of the page.
 */
export function keepFocus() {
  let last = document.activeElement;
  // Messages come and go by themselves; after one of them it goes on where it was before.
  let beside = last;
  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    if (!last.closest(passing)) beside = last;
  });
  new MutationObserver((changes) => {
    const gone = last;
    if (!gone || gone.isConnected || !isLost()) return;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (!change) return;
    setTimeout(() => {
      if (!isLost()) return;
      const before = gone !== beside && beside?.isConnected ? (beside as HTMLElement) : undefined;
      (before ?? nearest(change))?.focus({ preventScroll: !before });
    }, patienceMs);
  }).observe(document.body, { childList: true, subtree: true });
}

const passing = "[data-passing]";
const isLost = () => !document.activeElement || document.activeElement === document.body;

function nearest({ target, nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  const place = target as Element;
  const around = place.matches("ul, ol") ? [nextSibling, previousSibling] : [place.closest("li")];
  for (const item of around) {
    const control = item instanceof Element && item.isConnected && item.querySelector<HTMLElement>(controls);
    if (control) return control;
  }
  return headOf(place);
}

/** The heading of what is around, or that itself where it can be focused. */
function headOf(place: Element): HTMLElement | undefined {
  for (let around: Element | null = place; around; around = around.parentElement) {
    if (!around.isConnected) continue;
    if (around instanceof HTMLElement && around.tabIndex === -1 && around.hasAttribute("tabindex")) return around;
    const headings = [...around.querySelectorAll<HTMLElement>("h1, h2")];
    const heading = headings.find((one) => one.checkVisibility() && !one.closest("li, article"));
    if (heading) return focusable(heading);
  }
  return undefined;
}

function focusable(heading: HTMLElement) {
  heading.tabIndex = -1;
  return heading;
}
