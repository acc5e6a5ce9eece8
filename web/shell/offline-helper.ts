/** Registers `/sw.js`, which lets seen pages open offline. Whether that worked is only logged. Call it when the page has all it needs. */
export function registerOfflineHelper() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").then(
    ({ scope }) => console.info("The offline helper is registered for", scope),
    (error: unknown) => console.info("The offline helper could not be registered.", error),
  );
}

/** Lets a page that was reached by a click open offline too: the helper fetches its document, unless data is to be saved. */
export function rememberPage(address: string) {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!connection?.saveData) serviceWorker?.controller?.postMessage({ seen: address });
}
