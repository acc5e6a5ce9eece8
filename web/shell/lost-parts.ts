import { reloadOnce } from "#web/ui/reload-once.ts";

let clicked: string | undefined;

/**
 * When a page's files are gone (a new version went live) the browser must load anew. The router alone would reload the
 * page one is on and lose the click, so where the click led to is remembered and loaded instead.
 */
export function watchLostParts() {
  addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest("a[href]") : null;
      clicked = link instanceof HTMLAnchorElement && link.origin === location.origin ? link.href : undefined;
    },
    { capture: true },
  );
  addEventListener("popstate", () => {
    clicked = undefined;
  });
  addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    followClick(event.payload);
  });
}

function followClick(error: Error) {
  if (clicked === undefined || clicked === location.href) return void reloadOnce(error);
  const address = clicked;
  clicked = undefined;
  location.assign(address);
}
