/** Registers `/sw.js`, which lets seen pages open offline. Whether that worked is only logged. Call it when the page has all it needs. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // What the first page was made of was fetched before the helper was there to keep it.
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", rememberFirst, { once: true });
  navigator.serviceWorker.register("/sw.js").then(
    ({ scope }) => console.info("The offline helper is registered for", scope),
    (error: unknown) => console.info("The offline helper could not be registered.", error),
  );
}

function rememberFirst() {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  tell({ seen: location.pathname + location.search, files });
}

/** Lets a page that was reached by a click open offline too: the helper fetches its document, unless data is to be saved. */
export const cachePage = (address: string) => tell({ seen: address });

/** Whether the network took so long, or failed, that the helper gave the document as it once was. */
export const isStaleDocument = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).serverTiming?.some(({ name }) => name === "kept"));

function tell(what: { seen: string; files?: string[] }) {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!connection?.saveData) serviceWorker?.controller?.postMessage(what);
}
