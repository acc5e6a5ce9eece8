import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** Queries the database of the shop with this data folder over a connection of its own. */
export async function queryDatabase(dataDir: string, text: string, values: unknown[] = []) {
  const sign = readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n");
  const client = new pg.Client({ host: sign[4] ?? "", port: Number(sign[3]), user: "shop", database: "shop" });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}
