/** Registers `/sw.js`, which opens visited pages offline. The result is only logged. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The files of the first page were fetched before the service worker could cache them.
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", cacheFirstPage, { once: true });
  navigator.serviceWorker.register("/sw.js").then(
    ({ scope }) => console.info("The service worker is registered for", scope),
    (error: unknown) => console.info("The service worker could not be registered.", error),
  );
}

function cacheFirstPage() {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  postToWorker({ page: location.pathname + location.search, files });
}

/** Has the service worker cache the document of a page opened by a client-side navigation, unless data is saved. */
export const cachePage = (page: string) => postToWorker({ page });

/** Whether the service worker answered from its cache, as the network was slow or failed. */
export const isStaleDocument = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).serverTiming?.some(({ name }) => name === "cached"));

function postToWorker(message: { page: string; files?: string[] }) {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!connection?.saveData) serviceWorker?.controller?.postMessage(message);
}
