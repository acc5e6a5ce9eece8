import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { inTransaction, notifyClients } from "#server/platform/database/transaction.ts";
import { addCounts, type Counts, pageOf, VisitorCounts } from "./visitor-counts.ts";

const publishMs = 2000;
const refreshMs = 15_000;
const staleMs = 60_000;
const topic = "live_visitors";

/**
 * Counts visitors by the kind of page they were on in the last minute and pushes the sums of all processes to
 * administrators. Visitors are told apart by a hash with a random key of this process; nothing is stored.
 */
export function registerLiveVisitors({ http, sockets, bus, db, now, log }: App) {
  const [processId, salt] = [randomUUID(), randomBytes(16)];
  const visitors = new VisitorCounts(staleMs);
  const others = new Map<string, { counts: Counts; at: number }>();
  /** Whether the others know of visitors of this process. */
  let isPublished = false;
  let publishing: NodeJS.Timeout | undefined;
  const time = () => now().getTime();

  const publish = async () => {
    publishing = undefined;
    const counts = visitors.count(time());
    if (counts.visitors === 0 && !isPublished) return;
    isPublished = counts.visitors > 0;
    const text = JSON.stringify(counts);
    await inTransaction(db, (tx) => notifyClients(tx, topic, `${topic}:${processId}:${text}`));
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
    visitors.note(visitorOf(request, salt), page, time());
    publishSoon(publishMs);
  });
  const refresh = setInterval(() => publishSoon(0), refreshMs).unref();
  http.addHook("onClose", async () => {
    clearInterval(refresh);
    clearTimeout(publishing);
  });
  bus.subscribe((tags) => {
    for (const tag of tags) {
      const [, from, text] = /^live_visitors:([\w-]+):(.+)$/.exec(tag) ?? [];
      const counts = text && from !== processId ? parseCounts(text) : undefined;
      if (from && counts) others.set(from, { counts, at: time() });
    }
  });
  sockets.pushToAdmins("live_visitors", {
    area: "orders",
    tags: [topic],
    compute: async () => {
      for (const [from, { at }] of others) if (time() - at > staleMs) others.delete(from);
      return addCounts([visitors.count(time()), ...[...others.values()].map(({ counts }) => counts)]);
    },
  });
}

/** The counts another process sent; undefined for what a newer version or a stranger did. */
function parseCounts(text: string): Counts | undefined {
  try {
    return JSON.parse(text) as Counts;
  } catch {
    return undefined;
  }
}

const visitorOf = ({ ip, headers }: FastifyRequest, salt: Buffer) =>
  createHash("sha256").update(salt).update(`${ip} ${headers["user-agent"]}`).digest("base64url");

const isBot = ({ headers }: FastifyRequest) => /bot|crawl|spider|monitor/i.test(headers["user-agent"] ?? "");
