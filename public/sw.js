// The service worker: visited pages open offline, and other navigations get the offline page.
// Replies under /v1 are never cached: prices, stock and carts must be current.
const version = "4";
const pages = `pages-${version}`;
const files = `files-${version}`;
const images = `images-${version}`;
/**
 * Pages of staff, accounts, payments and links of emails aren't cached: without a connection they show nothing, and their
 * addresses have names, orders and secrets, which would stay on the device. In any case of letters, as the router has it.
 */
const privatePages =
  /^\/(dashboard|account|payment|login-success|reset-password|verify-email|accept-invitation|unsubscribe|withdraw)(\/|$)/i;
const offlinePage = "/offline.html";
const maxPages = 60;
// Apart, as a few lists of products would push out the scripts.
const maxFiles = 300;
const maxImages = 200;
const maxPageAgeMs = 60 * 60_000;
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
  const { page, language, files: used } = event.data ?? {};
  if (typeof page === "string" && page.startsWith("/"))
    event.waitUntil(cachePage(new URL(page, location.origin), language));
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

/** Caches a page unless it was within the hour, in the language shown now: a navigation in the page needs no document. */
async function cachePage(url, language) {
  const key = url.origin + url.pathname + url.search;
  if (url.origin !== location.origin || privatePages.test(url.pathname)) return;
  const cached = await caches.match(key, { cacheName: pages });
  if (cached && isFresh(cached) && (await languageOf(cached)) === language) return;
  const response = await fetch(key, { priority: "low" }).catch(() => undefined);
  if (response) await storePage(key, response);
}

const isFresh = ({ headers }) => Date.now() - Date.parse(headers.get("date") ?? "") < maxPageAgeMs;

const languageOf = async (response) => /<html[^>]* lang="([^"]*)"/.exec((await response.text()).slice(0, 2000))?.[1];

/** The browser's HTTP cache has these, so nothing is downloaded again. */
async function cacheFiles(urls) {
  for (const url of urls.filter(isFile)) {
    const { name, max } = cacheOf(url);
    if (await caches.match(url.href, { cacheName: name })) continue;
    const response = await fetch(url.href, { priority: "low" }).catch(() => undefined);
    if (response?.status === 200) await store(name, url.href, response, max);
  }
}

const isFile = ({ origin, pathname }) => origin === location.origin && /^\/(assets|images)\//.test(pathname);

const cacheOf = ({ pathname }) =>
  pathname.startsWith("/images/") ? { name: images, max: maxImages } : { name: files, max: maxFiles };

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
    const cached = markCached(await findCached()) ?? (await redirectToVariation(url));
    return cached ?? (await caches.match(offlinePage)) ?? Response.error();
  }
}

/**
 * To the cached page of a product with another variation selected, or none: at its own address, as the document of one
 * variation isn't what the page renders for another.
 */
async function redirectToVariation({ href, origin, pathname }) {
  if (!pathname.startsWith("/details/")) return undefined;
  const cache = await caches.open(pages);
  const other = (await cache.keys(origin + pathname, { ignoreSearch: true })).find(({ url }) => url !== href);
  return other && Response.redirect(other.url, 302);
}

const ignore = () => {};

async function storePage(key, response) {
  if (response.ok && !response.redirected && !privatePages.test(new URL(key).pathname))
    await store(pages, key, response, maxPages);
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
  const { name, max } = cacheOf(new URL(event.request.url));
  const cached = await caches.match(event.request, { cacheName: name });
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(store(name, event.request, response.clone(), max));
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
  await Promise.all(names.filter((name) => ![pages, files, images].includes(name)).map((name) => caches.delete(name)));
}
