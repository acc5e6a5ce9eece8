import { pageMeta } from "#contract/endpoint.ts";
import { addImage, describeFile, removeFile, replaceFile } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fields } from "#server/platform/http/csv.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { findFile, listFiles } from "./media.sql.ts";

/** The media library: every stored image with the places that show it. */
export function mediaRoutes(app: App) {
  const { db, handle, handleExport } = app;
  handle("GET /images", async ({ query }) => {
    const { rows, total } = await listFiles(db, query);
    return { data: rows, meta: pageMeta(query, total) };
  });
  handleExport("GET /images", {
    ...fields("url", "alt", "width", "height", "bytes"),
    used_by: ({ uses }) => uses.map(({ kind, name }) => `${kind} ${name}`.trim()),
    created_at: "created_at",
  });
  handle("PATCH /images/:id", ({ params: { id }, body: { alt } }) =>
    inTransaction(db, async (tx) => {
      await describeFile(app, tx, (await getFile(tx, id)).sha256, alt);
      return { data: await getFile(tx, id) };
    }),
  );
  handle("POST /images/:id/replace", ({ params: { id }, body: { image_id } }) =>
    inTransaction(db, async (tx) => {
      const [file, other] = [await getFile(tx, id), await getFile(tx, image_id)];
      await replaceFile(app, tx, file.sha256, { id: image_id, sha256: other.sha256 });
      return { data: await getFile(tx, id) };
    }),
  );
  handle("POST /images/:id/copy", ({ params }) =>
    inTransaction(db, async (tx) => {
      const file = await getFile(tx, params.id);
      return { data: { ...file, ...(await addImage(tx, file)) } };
    }),
  );
  handle("DELETE /images/:id/file", ({ params, query }) =>
    inTransaction(db, async (tx) => {
      const { sha256, uses } = await getFile(tx, params.id);
      if (uses.length > 0 && !query.used) throw new Problem("in_use");
      await removeFile(app, tx, sha256);
    }),
  );
}

const getFile = async (tx: Tx, imageId: number) => assertFound(await findFile(tx, imageId));
