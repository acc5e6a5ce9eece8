import { type RawBuilder, sql } from "kysely";
import { countAffected, type Db } from "./database.ts";

const batchSize = 5000;

/** Deletes the rows of a table that meet a condition, in batches, so that nothing waits for a transaction of many. */
export async function deleteOldRows(db: Db, table: string, where: RawBuilder<unknown>): Promise<void> {
  const deleteBatch = () => countAffected(db)`
    delete from ${sql.ref(table)}
    where ctid = any(array(select ctid from ${sql.ref(table)} where ${where} limit ${batchSize}))`;
  while ((await deleteBatch()) === batchSize);
}
