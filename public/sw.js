// The service worker: visited pages open offline, and other navigations get the offline page.
// Replies under /v1 are never cached: prices, stock and carts must be current.
const version = "1";
const pages = `pages-${version}`;
const files = `files-${version}`;
const offlinePage = "/offline.html";
const maxPages = 60;
const maxFiles = 400;
const networkTimeoutMs = 4000;

self.addEventListener("install", (event) => {
  const caching = caches.open(files).then((cache) => cache.addAll([offlinePage, "/offline.css"]));
  event.waitUntil(caching.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(v1|socket\.io)\//.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(event, url));
  else if (isFile(url)) event.respondWith(cacheFirst(event));
  else if (url.pathname === "/offline.css")
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
});

// A page opened by a client-side navigation has fetched no document.
self.addEventListener("message", (event) => {
  const { page, files: used } = event.data ?? {};
  if (typeof page === "string" && page.startsWith("/")) event.waitUntil(cachePage(new URL(page, location.origin)));
  event.waitUntil(refreshOfflinePage());
  if (Array.isArray(used)) event.waitUntil(cacheFiles(used.map((address) => new URL(address, location.origin))));
});

let offlinePageRefresh;
/** Refetches the offline page once per start, as the shop's name and language may have changed. */
const refreshOfflinePage = () =>
  (offlinePageRefresh ??= caches
    .open(files)
    .then((cache) => cache.add(offlinePage))
    .catch(ignore));

async function cachePage(url) {
  const key = url.origin + url.pathname + url.search;
  if (url.origin !== location.origin || (await caches.match(key, { cacheName: pages }))) return;
  const response = await fetch(key, { priority: "low" }).catch(() => undefined);
  if (response) await storePage(key, response);
}

/** The browser's HTTP cache has these, so nothing is downloaded again. */
async function cacheFiles(urls) {
  for (const { href } of urls.filter(isFile)) {
    if (await caches.match(href, { cacheName: files })) continue;
    const response = await fetch(href, { priority: "low" }).catch(() => undefined);
    if (response?.status === 200) await store(files, href, response, maxFiles);
  }
}

const isFile = ({ origin, pathname }) => origin === location.origin && /^\/(assets|images)\//.test(pathname);

async function networkFirst(event, url) {
  const key = url.origin + url.pathname + url.search;
  const findCached = () => caches.match(key, { cacheName: pages });
  const fetching = fetch(event.request);
  // A response after the timeout is cached for the next time.
  event.waitUntil(fetching.then((response) => storePage(key, response.clone()), ignore));
  try {
    const timeout = new Promise((resolve) =>
      setTimeout(() => resolve(findCached().then(markCached)), networkTimeoutMs),
    );
    return (await Promise.race([fetching, timeout])) ?? (await fetching);
  } catch {
    return markCached(await findCached()) ?? (await caches.match(offlinePage)) ?? Response.error();
  }
}

const ignore = () => {};

async function storePage(key, response) {
  if (response.ok && !response.redirected) await store(pages, key, response, maxPages);
}

/** Tells the page that its document may be out of date, so that it refetches its data. */
function markCached(cached) {
  if (!cached) return undefined;
  const headers = new Headers(cached.headers);
  headers.append("server-timing", "cached");
  return new Response(cached.body, { status: cached.status, headers });
}

/** File names change with their content, so cached files never expire. */
async function cacheFirst(event) {
  const cached = await caches.match(event.request, { cacheName: files });
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(store(files, event.request, response.clone(), maxFiles));
  return response;
}

/** Stores the newest entry and deletes the oldest ones above the maximum. */
async function store(name, key, response, max) {
  const cache = await caches.open(name);
  await cache.put(key, response);
  const keys = (await cache.keys()).filter((request) => !request.url.includes("/offline."));
  for (const old of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(old);
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== pages && name !== files).map((name) => caches.delete(name)));
}
