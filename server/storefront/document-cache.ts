import type { App } from "#server/platform/app.ts";
import { readCache } from "#server/platform/cache/response-cache.ts";
import type { Render } from "./renderer.ts";
import { documentOf, type KeptDocument } from "./document.ts";
import { addressOf } from "./page-address.ts";
import { guestsAt } from "./security-headers.ts";

const pageCacheBytes = 12 * 1024 * 1024;
/** What a document takes beside its packed bytes: those of browsers that take gzip only, its headers, its key and topics. */
const around = { times: 2, bytes: 4000 };
const dayMs = 86_400_000;

export interface PageCache {
  /** The document at the target of a request (`/products?name=cap`), kept until something it shows changes. */
  page(target: string, origin: string): Promise<KeptDocument>;
  readonly hits: number;
  readonly misses: number;
}

/** Keeps rendered documents, which are the same for everybody: what is personal is filled in by the browser. */
export function pageCache({ bus, now, config }: Pick<App, "bus" | "now" | "config">, render: Render): PageCache {
  const documents = readCache(bus, pageCacheBytes);
  return {
    page: async (target, origin) => {
      const { path, search, keep } = addressOf(target);
      const make = async (shows: Parameters<Render>[2]) => {
        const { response, whole } = await render(origin + path + search, origin, shows);
        const value = await documentOf(response, origin, guestsAt(path, config.stripe !== undefined));
        const lasting = keep && whole && (value.status === 200 || value.status === 403);
        return {
          value,
          bytes: lasting ? value.brotli.body.length * around.times + around.bytes : Number.POSITIVE_INFINITY,
        };
      };
      // A day is as long as a document lasts: the year in the footer and what is new depend on the date.
      const day = Math.floor(now().getTime() / dayMs);
      return (await documents.read(`${day} ${origin}${path}${search}`, make)).value;
    },
    get hits() {
      return documents.hits;
    },
    get misses() {
      return documents.misses;
    },
  };
}
