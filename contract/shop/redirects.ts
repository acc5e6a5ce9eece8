import { z } from "zod";
import { endpoint, Id, Instant, many, one, Version } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";

/** A path as redirects compare it: decoded, in lowercase, without query and trailing slash. */
export function redirectPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/);
  const collapsed = decoded(bare)
    .toLowerCase()
    .replaceAll(/\/{2,}/g, "/");
  return collapsed.length > 1 ? collapsed.replace(/\/$/, "") : collapsed;
}

function decoded(path: string) {
  try {
    const text = decodeURIComponent(path);
    // PostgreSQL has no text with this character.
    return text.includes("\0") ? path : text;
  } catch {
    return path;
  }
}

/** First parts of the paths that are pages of the shop or files of the server; redirects from them would hide these. */
export const reservedPaths = [
  ..."accept-invitation account admin assets cart checkout contact dashboard delivery forbidden forgot-password".split(
    " ",
  ),
  ..."healthz images imprint login-success metrics notifications orders payment privacy readyz reset-password".split(
    " ",
  ),
  ..."returns reviews sign-up socket.io terms unauthorized unsubscribe v1 verify-email wishlist withdraw".split(" "),
];

/** A path of this shop, with query or anchor. */
const TargetPath = z
  .string()
  .trim()
  .max(300)
  .regex(/^\/(?![/\\])\S*$/, "Enter a path of your shop, such as /products.");

export const RedirectForm = z.object({
  from: z
    .string()
    .trim()
    .max(300)
    .regex(/^\/(?![/\\])[^?#\s]*$/, "Enter a path, such as /old-page.")
    .transform(redirectPath),
  to: TargetPath,
});
export type RedirectForm = z.infer<typeof RedirectForm>;

/** Where a redirect comes from: a merchant, or the changed handle of a product or category. */
export const redirectSources = ["manual", "product", "category"] as const;

export const Redirect = z.object({
  /** Null for those of changed handles, which follow their product or category. */
  id: z.int().nullable(),
  from: z.string(),
  to: z.string(),
  source: z.enum(redirectSources),
  created_at: Instant,
  version: z.int(),
});
export type Redirect = z.infer<typeof Redirect>;

export const RedirectFilters = z.object({
  /** Only these redirects. */
  id: many(Id).optional(),
  /** Part of either path. */
  name: z.string().trim().max(100).optional(),
  source: z.enum(redirectSources).optional(),
});
export type RedirectFilters = z.infer<typeof RedirectFilters>;

/** A row of an import that was left out, numbered as in a spreadsheet. */
const ImportProblem = z.object({ row: z.int(), message: z.string() });
export const RedirectImport = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  problems: z.array(ImportProblem),
});
export type RedirectImport = z.infer<typeof RedirectImport>;

const problems = ["redirect_taken", "redirect_hides_page", "redirect_loop"] as const;

const redirect = resource("redirect", ["settings"]);
const redirectImport = resource("redirect_import", ["settings"]);

export const redirectsApi = {
  "GET /redirects": redirect.page(
    "List redirects, newest first, with those of changed product and category handles.",
    RedirectFilters,
    Redirect,
  ),
  "GET /redirects/export": redirect.export(
    "Download redirects as CSV, newest first, with columns that an import reads.",
    RedirectFilters,
  ),
  "GET /redirects/resolve": endpoint({
    summary: "Retrieve where the address of a missing page redirects to; null without a redirect.",
    caller: "anyone",
    query: z.object({ target: z.string().max(4000) }),
    reply: one(z.object({ to: z.string().nullable() })),
  }),
  "POST /redirects": redirect.create(
    "Create a redirect. It applies where the shop has no page, from the next request on.",
    RedirectForm,
    Redirect,
    problems,
  ),
  "POST /redirects/import": redirectImport.write({
    summary: "Import redirects from CSV with the columns from and to. Existing ones are updated; bad rows are listed.",
    undo: "snapshot",
    body: z.object({ csv: z.string().min(1, "Choose a file to upload.").max(900_000) }),
    reply: one(RedirectImport),
    problems: ["upload_unreadable"],
  }),
  "PUT /redirects/:id": redirect.update("Update a redirect.", RedirectForm.extend({ version: Version }), Redirect, [
    "stale",
    ...problems,
  ]),
  "DELETE /redirects/:id": redirect.delete("Delete a redirect."),
};
