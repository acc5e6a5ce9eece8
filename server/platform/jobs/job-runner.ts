import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type pg from "pg";

interface Log {
  warn(details: object, line: string): void;
}

const heartbeatMs = 10_000;
const deadAfterSeconds = 40;
/** Delays between restarts. */
const firstWaitMs = 500;
const longestWaitMs = 5_000;

/**
 * Runs a job runner and restarts it when it ends, as it does if the database becomes unavailable during a job. Jobs locked
 * by dead runners are unlocked after 40 seconds instead of graphile-worker's four hours.
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
    // Its own promise may never settle: it waits to mark jobs as done in an unavailable database.
    for (const event of ["pool:gracefulShutdown", "pool:forcefulShutdown", "stop"])
      events.once(event, () => ended.resolve());
    endIfFirstQueryFails(events, ended.resolve);
    events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id));
    const runner = await begin(events);
    runner.promise.then(ended.resolve, () => ended.resolve());
    return { ended: ended.promise, stop: () => runner.stop() };
  };
  let working = await start();
  const heartbeat = async () => {
    while (!stopped) {
      await sendHeartbeat(pool, id).catch((error: unknown) =>
        log.warn({ err: error }, "the job runner could not send its heartbeat"),
      );
      await pause(heartbeatMs, undefined, { ref: false });
    }
  };
  const watch = async () => {
    while (!stopped) {
      await working.ended;
      if (stopped) break;
      log.warn({}, "the job runner ended; restarting it");
      // Stops its cron timer, which still runs.
      void working.stop().catch(() => undefined);
      working = (await restart(start, () => stopped)) ?? working;
    }
    // One that was just starting when this was stopped: it would keep its connections.
    await working.stop().catch(() => undefined);
  };
  void heartbeat();
  const watching = watch();
  return {
    stop: async () => {
      stopped = true;
      await working.stop().catch(() => undefined);
      await Promise.race([watching, pause(longestWaitMs, undefined, { ref: false })]);
      await pool.query("delete from job_runners where id = $1", [id]).catch(() => undefined);
    },
  };
}

/** Ends a runner whose first query fails: graphile-worker 0.18 caches that and would never find a job. */
function endIfFirstQueryFails(events: EventEmitter, end: () => void) {
  let hasSucceeded = false;
  for (const event of ["worker:getJob:empty", "job:start"])
    events.once(event, () => {
      hasSucceeded = true;
    });
  events.on("worker:getJob:error", () => {
    if (!hasSucceeded) end();
  });
}

async function restart<T>(start: () => Promise<T>, isStopped: () => boolean): Promise<T | undefined> {
  for (let wait = firstWaitMs; !isStopped(); wait = Math.min(wait * 2, longestWaitMs)) {
    await pause(wait, undefined, { ref: false });
    try {
      return await start();
    } catch {
      // The database is still unavailable; the bus logs it.
    }
  }
  return undefined;
}

/** Records that this runner is alive, and unlocks the jobs of dead ones. */
async function sendHeartbeat(pool: pg.Pool, id: string) {
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
