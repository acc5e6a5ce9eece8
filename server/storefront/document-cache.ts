import type { App } from "#server/platform/app.ts";
import { languageKey, varyByLanguage } from "#server/platform/language.ts";
import { createDocument, type StoredDocument } from "./document.ts";
import { pageAddress } from "./page-address.ts";
import type { Render } from "./renderer.ts";
import { allowedHosts } from "./security-headers.ts";

// The brotli bytes, about as many for gzip, and headers, key and tags.
const bytesOf = ({ brotli }: StoredDocument) => brotli.body.length * 2 + 4000;
const dayMs = 86_400_000;

/** The document at a request target (`/products?name=cap`), from the response cache or rendered. */
export type GetDocument = (target: string, origin: string) => Promise<StoredDocument>;

/** Documents are the same for everybody and cached as a whole; browsers add what is personal. */
export function createDocumentCache(
  { responseCache, now, call }: Pick<App, "responseCache" | "now" | "call">,
  render: Render,
): GetDocument {
  return async (target, origin) => {
    const { path, search, isCacheable } = pageAddress(target);
    // The year in the footer and the badges of new products depend on the date.
    const day = Math.floor(now().getTime() / dayMs);
    const { value } = await responseCache.get(
      `${languageKey()}${day} ${origin}${path}${search}`,
      async (addCacheTags) => {
        const { response, isComplete } = await render(origin + path + search, origin, addCacheTags);
        const shop = await call("GET /shop", {}, addCacheTags).catch(() => undefined);
        const { accepts_cards = false, other_languages = [] } = shop?.data ?? {};
        const document = await createDocument(response, origin, {
          hosts: allowedHosts(path, accepts_cards),
          vary: other_languages.length > 0 ? `accept-encoding, ${varyByLanguage}` : "accept-encoding",
        });
        const isPage = document.status === 200 || document.status === 403;
        return { value: document, bytes: bytesOf(document), isCacheable: isCacheable && isComplete && isPage };
      },
      "document",
    );
    return value;
  };
}
