import type pg from "pg";

const sayAfterMs = 5_000;

/**
 * Prints who has locked what the connections of a pool wait for, after 5 seconds and once for each: the start has no time
 * limit, and a machine that lost power can keep its locks for hours. Called before the first connection is made, on a
 * pool with one to spare. Returns the function that ends it.
 */
export function sayWaits(pool: pg.Pool, what: string): () => void {
  const own: number[] = [];
  const said = new Set<number>();
  // The types of pg lack what a client knows of its server process.
  pool.on("connect", (client) => own.push((client as unknown as { processID: number }).processID));
  const look = async () => {
    for (const holder of await listHolders(pool, own)) {
      if (!said.has(holder.pid)) console.warn(saidWait(what, holder));
      said.add(holder.pid);
    }
  };
  // A server that is stopping or has no connection left answers the next time, or fails the start itself.
  const timer = setInterval(() => void look().catch(() => undefined), sayAfterMs).unref();
  return () => clearInterval(timer);
}

interface Holder {
  pid: number;
  name: string;
  address: string | null;
  since: string | null;
}

/** The server processes with locks that these ones wait for. */
async function listHolders(pool: pg.Pool, own: number[]): Promise<Holder[]> {
  const { rows } = await pool.query<Holder>(
    `select distinct holder.pid, application_name as name, host(client_addr) as address, backend_start as since
    from unnest($1::int[]) as own (pid), unnest(pg_blocking_pids(own.pid)) as holder (pid)
    join pg_stat_activity a on a.pid = holder.pid
    where holder.pid <> all($1::int[])`,
    [own],
  );
  return rows;
}

const saidWait = (what: string, { pid, name, address, since }: Holder) =>
  `Waiting to ${what}: PostgreSQL process ${pid} has locked the database (${name || "without a name"}, from ` +
  `${address ?? "this machine"}, connected since ${since ?? "an unknown time"}). This may be another start of the shop, ` +
  `a shop that runs or a backup; the start goes on when it ends. If its machine is gone, run in the database: ` +
  `select pg_terminate_backend(${pid})`;
