import { addImage, describeFile, listAltsOf, removeFile, replaceFile, undescribeFile } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Fields } from "#server/platform/changes/objects.ts";
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
  app.object<FileState>("image", {
    read: (tx, id) => readFileState(tx, Number(id)),
    name: ({ alt, used_by }) => used_by ?? (alt || null),
    together: [["alt", "alts"]],
    update: async (tx, id, { alt, alts }) => {
      const { sha256, alt: now } = await getFile(tx, Number(id));
      await (alts ? undescribeFile(app, tx, alts, now) : describeFile(app, tx, sha256, alt));
    },
  });
  app.write("PATCH /images/:id", async (tx, { params: { id }, body: { alt } }) => {
    await describeFile(app, tx, (await getFile(tx, id)).sha256, alt);
    return getFile(tx, id);
  });
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

/** What changes of a file record: its alternative text, those of its images if they differ, and what shows it. */
interface FileState extends Fields {
  alt: string;
  alts: { id: number; alt: string }[] | null;
  used_by: string | null;
}

async function readFileState(tx: Tx, id: number): Promise<FileState | undefined> {
  const file = await findFile(tx, id);
  if (!file) return undefined;
  const alts = await listAltsOf(tx, file.sha256);
  const isOne = new Set(valuesOf(alts, "alt")).size === 1;
  return { alt: file.alt, alts: isOne ? null : alts, used_by: file.uses[0]?.name || null };
}

const getFile = async (tx: Tx, imageId: number) => assertFound(await findFile(tx, imageId));
