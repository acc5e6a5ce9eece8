import { sql } from "kysely";
import { type Db, findRow, findValue, hasRows, type Tx } from "#server/platform/database/database.ts";
import { imageKey } from "./image-url.ts";

export interface ImageFile {
  sha256: string;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  dominant: string;
}

/** Locks the folder of a content hash, so that storing and removing don't overlap. */
export const lockContent = (tx: Tx, sha256: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`images:${imageKey(sha256)}`}, 0))`.execute(tx);

/** Whether another content has the same key. */
export const hasOtherContent = (tx: Tx, sha256: string, key: string) =>
  hasRows(tx)`
    select from image_files where sha256 collate "C" like ${`${key}%`} and sha256 <> ${sha256}`;

export const findImageFile = (db: Db | Tx, sha256: string) =>
  findRow<ImageFile>(db)`
    select sha256, mime, bytes, width, height, dominant from image_files where sha256 = ${sha256}`;

/** The content hash of an image; undefined if there is none. */
export const findImageContent = (db: Db | Tx, id: number) =>
  findValue<string | null>(db)`select sha256 from images where id = ${id}`;

export const insertImageFile = (tx: Tx, { sha256, mime, bytes, width, height, dominant }: ImageFile) =>
  sql`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (${sha256}, ${mime}, ${bytes}, ${width}, ${height}, ${dominant})
    on conflict (sha256) do update set bytes = excluded.bytes`.execute(tx);

/** Deletes a file no image uses; true if it was deleted or is unknown. */
export async function deleteImageFile(tx: Tx, sha256: string): Promise<boolean> {
  await sql`
    delete from image_files f
    where f.sha256 = ${sha256} and not exists (select from images i where i.sha256 = f.sha256)`.execute(tx);
  return (await findImageFile(tx, sha256)) === undefined;
}
