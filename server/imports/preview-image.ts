import { fetchBytes, maxImageBytes, thumbnailOf } from "#server/images/images.ts";
import { isArchiveSource, openArchiveImages } from "#server/imports/files/image-archive.ts";
import type { Db } from "#server/platform/database/database.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { findJob } from "./imports.sql.ts";

const milliseconds = 8000;

/**
 * The first image of a product in a preview, small: fetched by the server, as browsers of the dashboard load nothing from
 * other hosts. Throws `not_found` for one that can't be had.
 */
export async function getPreviewImage(db: Db, table: string, { id, row }: { id: string; row: number }) {
  const { summary } = assertFound(await findJob(db, id));
  const source = assertFound(summary.products?.find((product) => product.row === row)?.image ?? undefined);
  try {
    return await thumbnailOf(assertFound(await readSource(table, source)));
  } catch (error) {
    const problem = toProblem(error);
    throw problem?.code === "busy" ? problem : new Problem("not_found");
  }
}

async function readSource(table: string, source: string): Promise<Buffer | undefined> {
  if (!isArchiveSource(source)) return fetchBytes(source, { milliseconds });
  return (await openArchiveImages(table))?.read(source, maxImageBytes);
}
