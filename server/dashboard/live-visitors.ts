import { createHmac, hkdfSync } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { inTransaction, notifyClients } from "#server/platform/database/transaction.ts";
import { isPage, noVisitors, pageOf, type Sighting, VisitorCounts } from "./visitor-counts.ts";

const publishMs = 2000;
const refreshMs = 15_000;
const staleMs = 60_000;
/** The most visitors a process tells the others about at once: many more are no people. */
const maxPublished = 1000;
const topic = "live_visitors";

/**
 * Counts visitors by the kind of page they were on in the last minute and pushes the counts to administrators. Each
 * process tells the others whom it saw, so that one whose requests reach several is counted once. Visitors are told apart
 * by a hash with a key that only the shop's processes have; nothing is stored.
 */
export function registerLiveVisitors({ http, sockets, bus, db, keys, now, log }: App) {
  const key = new Uint8Array(hkdfSync("sha256", keys.current, "", "live visitors", 32));
  const visitors = new VisitorCounts(staleMs);
  /** Seen here and not told to the others yet. */
  const unpublished = new Set<string>();
  let published = JSON.stringify(noVisitors());
  let publishing: NodeJS.Timeout | undefined;
  const time = () => now().getTime();

  const publish = async () => {
    publishing = undefined;
    const counts = JSON.stringify(visitors.count(time()));
    const tags = [...unpublished].slice(0, maxPublished).flatMap((visitor) => {
      const sighting = visitors.find(visitor);
      return sighting ? [sightingTag(visitor, sighting, time())] : [];
    });
    unpublished.clear();
    if (tags.length === 0 && counts === published) return;
    published = counts;
    await inTransaction(db, (tx) => notifyClients(tx, ...tags, topic));
  };
  const publishSoon = (ms: number) => {
    publishing ??= setTimeout(
      () => void publish().catch((error: unknown) => log.warn({ err: error }, "the live visitors were not published")),
      ms,
    ).unref();
  };

  http.addHook("onResponse", async (request, reply) => {
    const page = reply.statusCode < 400 ? pageOf(request.method, request.url) : undefined;
    if (!page || isBot(request)) return;
    const visitor = visitorOf(request, key);
    visitors.note(visitor, page, time());
    unpublished.add(visitor);
    publishSoon(publishMs);
  });
  const refresh = setInterval(() => publishSoon(0), refreshMs).unref();
  http.addHook("onClose", async () => {
    clearInterval(refresh);
    clearTimeout(publishing);
  });
  bus.subscribe((tags) => {
    for (const tag of tags) {
      const seen = sightingOf(tag, time());
      if (seen) visitors.add(seen.visitor, seen.sighting);
    }
  });
  sockets.pushToAdmins("live_visitors", {
    area: "orders",
    tags: [topic],
    compute: async () => visitors.count(time()),
  });
}

/** A sighting for the other processes, with ages in milliseconds: their clocks may differ. */
const sightingTag = (visitor: string, { page, at, cartAt }: Sighting, now: number) =>
  `live_visitor:${visitor}:${page}:${now - at}:${now - cartAt <= staleMs ? now - cartAt : ""}`;

/** The sighting of a tag; undefined for other tags and the pages of a newer version. */
function sightingOf(tag: string, now: number): { visitor: string; sighting: Sighting } | undefined {
  const [, visitor = "", page = "", age, cartAge] = /^live_visitor:([\w-]+):(\w+):(\d+):(\d*)$/.exec(tag) ?? [];
  if (!isPage(page)) return undefined;
  const cartAt = cartAge ? now - Number(cartAge) : Number.NEGATIVE_INFINITY;
  return { visitor, sighting: { page, at: now - Number(age), cartAt } };
}

// Short, as a message to the other processes has a hundred.
const visitorOf = ({ ip, headers }: FastifyRequest, key: Uint8Array) =>
  createHmac("sha256", key).update(`${ip} ${headers["user-agent"]}`).digest("base64url").slice(0, 16);

const isBot = ({ headers }: FastifyRequest) => /bot|crawl|spider|monitor/i.test(headers["user-agent"] ?? "");
