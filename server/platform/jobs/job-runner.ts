import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type pg from "pg";

interface Log {
  warn(details: object, line: string): void;
}

const beatMs = 10_000;
const deadAfterSeconds = 40;
/** Between one runner's end and the next: what ends each of them at once must not keep the machine busy. */
const firstWaitMs = 500;
const longestWaitMs = 5_000;

/**
 * Keeps a job runner going until it is stopped: one that gave up, as it does when the database goes away under a job,
 * is followed by another. Jobs held by runners that died are let go of after 40 seconds, not after the queue's four hours.
 */
export async function superviseRunner(
  pool: pg.Pool,
  log: Log,
  begin: (events: EventEmitter) => Promise<Runner>,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let id = "";
  const start = async () => {
    const events = new EventEmitter();
    const ended = Promise.withResolvers<void>();
    // Its own promise may never settle: it waits for jobs to be noted as done in a database that is away.
    for (const sign of ["pool:gracefulShutdown", "pool:forcefulShutdown", "stop"])
      events.once(sign, () => ended.resolve());
    endIfDeaf(events, ended.resolve);
    events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id));
    const runner = await begin(events);
    runner.promise.then(ended.resolve, () => ended.resolve());
    return { ended: ended.promise, stop: () => runner.stop() };
  };
  let working = await start();
  const beat = async () => {
    while (!stopped) {
      await showLife(pool, id).catch((error: unknown) => log.warn({ err: error }, "jobs could not be looked after"));
      await pause(beatMs, undefined, { ref: false });
    }
  };
  const watch = async () => {
    while (!stopped) {
      await working.ended;
      if (stopped) return;
      log.warn({}, "the job runner ended; another begins");
      // What is left of it: its clock.
      void working.stop().catch(() => undefined);
      working = (await again(start, () => stopped)) ?? working;
    }
  };
  void beat();
  void watch();
  return {
    stop: async () => {
      stopped = true;
      await working.stop().catch(() => undefined);
      await pool.query("delete from job_runners where id = $1", [id]).catch(() => undefined);
    },
  };
}

/**
 * A runner asks the database once which of its tasks that knows, and where this is cut off it keeps the failure for good:
 * it would never find a job again, without a word (graphile-worker 0.18). One that fails before it was ever answered ends.
 */
function endIfDeaf(events: EventEmitter, end: () => void) {
  let isAnswered = false;
  for (const answer of ["worker:getJob:empty", "job:start"])
    events.once(answer, () => {
      isAnswered = true;
    });
  events.on("worker:getJob:error", () => {
    if (!isAnswered) end();
  });
}

async function again<T>(start: () => Promise<T>, isStopped: () => boolean): Promise<T | undefined> {
  for (let wait = firstWaitMs; !isStopped(); wait = Math.min(wait * 2, longestWaitMs)) {
    await pause(wait, undefined, { ref: false });
    try {
      return await start();
    } catch {
      // The database is still away; the bus says so in the log.
    }
  }
  return undefined;
}

/** Notes that this runner lives and lets go of what dead ones held: those jobs begin anew. */
async function showLife(pool: pg.Pool, id: string) {
  await pool.query("insert into job_runners (id) values ($1) on conflict (id) do update set seen_at = now()", [id]);
  await pool.query("delete from job_runners where seen_at < now() - make_interval(secs => $1)", [deadAfterSeconds]);
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => $1) and locked_by not in (select id from job_runners)
    having count(*) > 0`,
    [deadAfterSeconds],
  );
}
