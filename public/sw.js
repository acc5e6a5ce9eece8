// The offline helper: pages seen before open without a network, and a page of its own stands in for the rest.
// Calls under /v1 are never kept: prices, stock and carts must not come from the past.
const version = "1";
const pages = `pages-${version}`;
const files = `files-${version}`;
const offlinePage = "/offline.html";
const mostPages = 60;
const mostFiles = 400;
const patienceMs = 4000;

self.addEventListener("install", (event) => {
  const helper = caches.open(files).then((cache) => cache.addAll([offlinePage, "/offline.css"]));
  event.waitUntil(helper.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlderVersions().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(v1|socket\.io)\//.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(pageFirstFromNetwork(event, url));
  else if (isFile(url)) event.respondWith(fileFirstFromCache(event));
  else if (url.pathname === "/offline.css")
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

// A page reached by a click has no document of its own yet.
self.addEventListener("message", (event) => {
  const { seen, files: used } = event.data ?? {};
  if (typeof seen === "string" && seen.startsWith("/")) event.waitUntil(remember(new URL(seen, location.origin)));
  event.waitUntil(offlinePageAnew());
  if (Array.isArray(used)) event.waitUntil(rememberFiles(used.map((address) => new URL(address, location.origin))));
});

let offlinePageAsked;
/** It names the shop in its language, and both may be others since the helper came; asked for once while the helper runs. */
const offlinePageAnew = () =>
  (offlinePageAsked ??= caches
    .open(files)
    .then((cache) => cache.add(offlinePage))
    .catch(ignore));

async function remember(url) {
  const key = url.origin + url.pathname + url.search;
  if (url.origin !== location.origin || (await caches.match(key, { cacheName: pages }))) return;
  const response = await fetch(key, { priority: "low" }).catch(() => undefined);
  if (response) await keepPage(key, response);
}

/** The browser has these at hand, so that nothing is fetched twice. */
async function rememberFiles(addresses) {
  for (const { href } of addresses.filter(isFile)) {
    if (await caches.match(href, { cacheName: files })) continue;
    const response = await fetch(href, { priority: "low" }).catch(() => undefined);
    if (response?.status === 200) await keep(files, href, response, mostFiles);
  }
}

const isFile = ({ origin, pathname }) => origin === location.origin && /^\/(assets|images)\//.test(pathname);

async function pageFirstFromNetwork(event, url) {
  const key = url.origin + url.pathname + url.search;
  const kept = () => caches.match(key, { cacheName: pages });
  const asked = fetch(event.request);
  // Also what comes too late for this time, as the next must not be given what was old by now.
  event.waitUntil(asked.then((response) => keepPage(key, response.clone()), ignore));
  try {
    // On a network that hardly works, a page seen before is better than waiting.
    const late = new Promise((done) => setTimeout(() => done(kept().then(markLate)), patienceMs));
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch {
    return markLate(await kept()) ?? (await caches.match(offlinePage)) ?? Response.error();
  }
}

const ignore = () => {};

async function keepPage(key, response) {
  if (response.ok && !response.redirected) await keep(pages, key, response, mostPages);
}

/** The page sees by it that what it shows is of another day, and asks for it anew. */
function markLate(kept) {
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  headers.append("server-timing", "kept");
  return new Response(kept.body, { status: kept.status, headers });
}

/** Their names change with their content, so what is kept is right for ever. */
async function fileFirstFromCache(event) {
  const kept = await caches.match(event.request, { cacheName: files });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(keep(files, event.request, response.clone(), mostFiles));
  return response;
}

/** Keeps it as the newest, at no moment without the one before it, and lets the oldest go. */
async function keep(name, key, response, most) {
  const cache = await caches.open(name);
  await cache.put(key, response);
  const keys = (await cache.keys()).filter((request) => !request.url.includes("/offline."));
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}

async function forgetOlderVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== pages && name !== files).map((name) => caches.delete(name)));
}
