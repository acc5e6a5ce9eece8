import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const origin = "https://shop.example";
interface WorkerEvent {
  data?: object;
  request?: { url: string; method: string; mode: string };
  waitUntil: (work: Promise<unknown>) => void;
  respondWith?: (response: Promise<Response>) => void;
}
type Listener = (event: WorkerEvent) => void;

/** public/sw.js with caches in memory; `send` resolves once what a page posts to it is done. */
function serviceWorker(documentLanguage = "de") {
  const stored = new Map<string, Map<string, Response>>();
  const fetched: string[] = [];
  const listeners = new Map<string, Listener>();
  let isOffline = false;
  const fetch = async (asked: string | { url: string }) => {
    if (isOffline) throw new TypeError("offline");
    const address = typeof asked === "string" ? asked : asked.url;
    fetched.push(address);
    return new Response(`<!doctype html><html dir="ltr" lang="${documentLanguage}">`, {
      headers: { date: new Date().toUTCString() },
    });
  };
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      put: async (key: string, response: Response) => void entries.set(key, response),
      keys: async (page?: string) =>
        [...entries.keys()].filter((url) => !page || url.split("?")[0] === page).map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => entries.delete(url),
      add: async (key: string) => void entries.set(`${origin}${key}`, await fetch(key)),
      match: async (key: string) => entries.get(key)?.clone(),
    };
  };
  const self = { addEventListener: (event: string, listener: Listener) => void listeners.set(event, listener) };
  const caches = {
    open,
    match: async (key: string, { cacheName = "" } = {}) =>
      key === "/offline.html" ? new Response("offline") : (await open(cacheName)).match(key),
  };
  const globals = { self, caches, fetch, location: { origin }, URL, Response, Headers, Date, setTimeout };
  runInContext(readFileSync("public/sw.js", "utf8"), createContext(globals));
  const send = async (data: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get("message")?.({ data, waitUntil: (one) => void work.push(one) });
    await Promise.all(work);
  };
  /** Which page a navigation shows, or the path it is redirected to. */
  const navigate = async (path: string) => {
    const answers: Promise<Response>[] = [];
    const work: Promise<unknown>[] = [];
    const request = { url: origin + path, method: "GET", mode: "navigate" };
    const [waitUntil, respondWith] = [work, answers].map((list) => (one: Promise<never>) => void list.push(one));
    listeners.get("fetch")?.({ request, waitUntil, respondWith } as WorkerEvent);
    const answer = await answers[0];
    const shown = await answer?.text();
    await Promise.all(work);
    const location = answer?.headers.get("location");
    if (location) return location.replace(origin, "");
    return shown?.startsWith("<!doctype") ? "page" : shown;
  };
  const goOffline = () => {
    isOffline = true;
  };
  const cached = (kind: string) =>
    [...stored].flatMap(([name, entries]) => (name.startsWith(`${kind}-`) ? [...entries.keys()] : []));
  return { send, navigate, goOffline, cached, fetched: () => fetched.filter((address) => address.startsWith(origin)) };
}

test("the document of a page is fetched once an hour, and again in another language", async () => {
  const { send, fetched } = serviceWorker();
  for (let times = 0; times < 3; times++) await send({ page: "/products", language: "de" });
  expect(fetched()).toEqual([`${origin}/products`]);
  await send({ page: "/products", language: "en" });
  expect(fetched()).toHaveLength(2);
});

test("images of lists push out no scripts, and pages are limited", async () => {
  const { send, cached } = serviceWorker();
  const files = ["/assets/app.js", ...Array.from({ length: 250 }, (_, at) => `/images/${at}.webp`)];
  await send({ page: "/", language: "de", files });
  expect(cached("files")).toContain(`${origin}/assets/app.js`);
  expect(cached("images")).toHaveLength(200);
  expect(cached("images")).toContain(`${origin}/images/249.webp`);
  for (let at = 0; at < 70; at++) await send({ page: `/details/${at}`, language: "de" });
  expect([cached("pages").length, cached("pages").includes(`${origin}/details/69`)]).toEqual([60, true]);
});

test("a product that was visited opens offline, also with another variation or none selected", async () => {
  const { navigate, goOffline } = serviceWorker();
  await navigate("/details/lamp?variation=7");
  await navigate("/products?tag=3");
  goOffline();
  expect(await navigate("/details/lamp?variation=7")).toBe("page");
  // The document of one variation isn't what the page renders for another.
  for (const path of ["/details/lamp", "/details/lamp?variation=8"])
    expect([path, await navigate(path)]).toEqual([path, "/details/lamp?variation=7"]);
  for (const path of ["/products", "/products?tag=4", "/details/sofa"])
    expect([path, await navigate(path)]).toEqual([path, "offline"]);
});

test("what staff search for, orders of accounts and a payment's secret aren't kept as addresses of pages", async () => {
  const { send, navigate, cached, fetched, goOffline } = serviceWorker();
  await send({ page: "/dashboard/users?name=jane%40mail.example", language: "de" });
  await send({ page: "/account/orders/17", language: "de" });
  // The router knows a route in any case.
  await send({ page: "/Dashboard/users?name=jane%40mail.example", language: "de" });
  // Their documents aren't fetched either, as nothing would use them.
  expect(fetched().filter((address) => !address.endsWith("/offline.html"))).toEqual([]);
  const payment =
    "/payment/17?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded";
  for (const path of [payment, "/dashboard", "/account", "/Account/orders/17", "/unsubscribe?token=x"])
    expect(await navigate(path)).toBe("page");
  await navigate("/accounts-book");
  expect(cached("pages")).toEqual([`${origin}/accounts-book`]);
  goOffline();
  expect(await navigate("/dashboard")).toBe("offline");
});
