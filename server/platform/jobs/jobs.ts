import type { EventEmitter } from "node:events";
import {
  type CronItem,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { superviseRunner } from "./job-runner.ts";
import { toRunnerPool } from "./runner-pool.ts";

/** Jobs with the types of their payloads; modules add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface JobTable {}
export type JobName = keyof JobTable & string;

export interface JobOptions {
  /** Earliest time to run. */
  runAt?: Date;
  /** Replaces a job with the same key that has not started. */
  key?: string;
  maxAttempts?: number;
}

/** How the jobs of a name are run. */
export interface JobSettings {
  /** Long work: bulk jobs have workers of their own, so that emails, payments and expiries never wait for them. */
  isBulk?: boolean;
  /** Jobs of the same queue run one at a time, in all processes together. */
  queue?: string;
  /** Lower ones run first; 0 by default. */
  priority?: number;
}

export interface Jobs {
  /** Registers the handler of a job, which must be idempotent and, if long, return early once `signal` is aborted. */
  define<K extends JobName>(
    name: K,
    work: (payload: JobTable[K], signal: AbortSignal) => Promise<void>,
    settings?: JobSettings,
  ): void;
  /**
   * Runs `work` on a schedule (cron in UTC), in one of all processes. A daily or hourly run missed while the shop was down
   * runs once at the next start. A run waits for the one before it; daily runs are bulk jobs and wait for each other.
   */
  schedule(name: string, cron: string, work: () => Promise<void>, settings?: JobSettings): void;
  /** Enqueues a job in the transaction of its cause. It runs at least once after the commit. */
  add<K extends JobName>(tx: Tx | Db, name: K, payload: JobTable[K], options?: JobOptions): Promise<void>;
  start(): Promise<void>;
  /** Runs all due jobs in this process and returns when none is left; for tests and seeding. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

interface Log {
  error(details: object, line: string): void;
  warn(details: object, line: string): void;
}

const quiet = (log: Log) =>
  new WorkerLogger((scope) => (level, message) => {
    if (level === "error") log.error({ scope }, message);
    else if (level === "warning") log.warn({ scope }, message);
  });

// With batching, a job completing while the database is unavailable causes an unhandled rejection.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** The period of a daily or hourly schedule in milliseconds, within which a missed run is made up; 0 for others. */
function periodOf(cron: string): number {
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 24 * hourMs;
  return /^\d+ \* \* \* \*$/.test(cron) ? hourMs : 0;
}

const hourMs = 3_600_000;
/** Daily jobs are slow, and missed ones all start together. */
const dailyJobs: JobSettings = { isBulk: true, queue: "daily", priority: 10 };
const concurrency = { urgent: 3, bulk: 4 };

interface Task extends JobSettings {
  work: (payload: unknown, signal: AbortSignal) => Promise<void>;
  cron?: CronItem;
}

/** The job queue, stored in the database. */
export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const tasks = new Map<string, Task>();
  const runners: { stop(): Promise<void> }[] = [];
  let ending = new AbortController();
  const select = (isBulk: boolean) => new Map([...tasks].filter(([, task]) => (task.isBulk ?? false) === isBulk));
  const toTaskList = (some: Map<string, Task>): TaskList =>
    Object.fromEntries([...some].map(([name, { work }]) => [name, (payload: unknown) => work(payload, ending.signal)]));
  const begin = (isBulk: boolean) => (events: EventEmitter) => {
    const some = select(isBulk);
    return run({
      pgPool: toRunnerPool(pool),
      taskList: toTaskList(some),
      concurrency: isBulk ? concurrency.bulk : concurrency.urgent,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: quiet(log),
      parsedCronItems: parseCronItems([...some.values()].flatMap(({ cron }) => cron ?? [])),
      events: events as WorkerEvents,
      preset,
    });
  };
  return {
    define: (name, work, settings) => void tasks.set(name, { ...settings, work: work as Task["work"] }),
    schedule: (name, cron, work, settings) => {
      const backfillPeriod = periodOf(cron);
      const { isBulk = false, queue = name, priority = 0 } = settings ?? (backfillPeriod > hourMs ? dailyJobs : {});
      // One that still waits when the next is due is replaced by it.
      const options = { maxAttempts: 1, backfillPeriod, queueName: queue, priority, jobKey: name };
      tasks.set(name, { isBulk, work, cron: { task: name, match: cron, options } });
    },
    add: async (tx, name, payload, { runAt, key, maxAttempts } = {}) => {
      const { queue = null, priority = null } = tasks.get(name) ?? {};
      await sql`
        select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
          run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null}::text,
          max_attempts => ${maxAttempts ?? null}::int, queue_name => ${queue}::text, priority => ${priority}::int)`.execute(
        tx,
      );
    },
    start: async () => {
      ending = new AbortController();
      for (const isBulk of [false, true]) runners.push(await superviseRunner(pool, log, begin(isBulk)));
    },
    drain: async () => {
      const taskList = toTaskList(tasks);
      // The next job of a queue may be found only after the one before it has been marked as done.
      do await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: quiet(log), crontab: "", preset });
      while (await isAnyDue(pool, Object.keys(taskList)));
    },
    stop: async () => {
      ending.abort();
      await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    },
  };
}

async function isAnyDue(pool: pg.Pool, names: string[]): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1
    from graphile_worker.jobs
    where task_identifier = any($1) and run_at <= now() and locked_at is null and attempts < max_attempts
    limit 1`,
    [names],
  );
  return rows.length > 0;
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: pg.Pool, log: Log) {
  await runMigrations({ pgPool: pool, logger: quiet(log) });
}

/** Deletes jobs 30 days after their last attempt has failed. */
export const deleteFailedJobs = (db: Db) =>
  sql`
    select graphile_worker.complete_jobs(array(
      select id
      from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'
      limit 5000))`.execute(db);
