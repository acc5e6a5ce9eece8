import { addImage, describeFile, removeFile, replaceFile, undescribeFile } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { findFile, listFiles } from "./media.sql.ts";

/** The media library: every stored image with the places that show it. */
export function mediaRoutes(app: App) {
  app.answerPage("GET /images", ({ query }) => listFiles(app.db, query));
  app.handleExport("GET /images", {
    ...fields("url", "alt", "width", "height", "bytes"),
    used_by: ({ uses }) => uses.map(({ kind, name }) => `${kind} ${name}`.trim()),
    created_at: "created_at",
  });
  app.write("PATCH /images/:id", async (tx, { params: { id }, body: { alt } }, { audit }) => {
    const images = await describeFile(app, tx, (await getFile(tx, id)).sha256, alt);
    const alts = images.map((image) => ({ id: image.id, alt: image.alt }));
    if (new Set(valuesOf(alts, "alt")).size > 1) audit.before = { alts };
    return getFile(tx, id);
  });
  app.restore("PATCH /images/:id", (tx, _params, { alts }, { after }) =>
    undescribeFile(app, tx, alts as { id: number; alt: string }[], String(after.alt)),
  );
  app.write("POST /images/:id/replace", async (tx, { params: { id }, body: { image_id } }) => {
    const [file, other] = [await getFile(tx, id), await getFile(tx, image_id)];
    await replaceFile(app, tx, file.sha256, { id: image_id, sha256: other.sha256 });
    return getFile(tx, id);
  });
  app.write("POST /images/:id/copy", async (tx, { params }) => {
    const file = await getFile(tx, params.id);
    return { ...file, ...(await addImage(tx, file)) };
  });
  app.write("DELETE /images/:id/file", async (tx, { params, query }) => {
    const { sha256, uses } = await getFile(tx, params.id);
    if (uses.length > 0 && !query.used) throw new Problem("in_use");
    await removeFile(app, tx, sha256);
  });
}

const getFile = async (tx: Tx, imageId: number) => assertFound(await findFile(tx, imageId));
