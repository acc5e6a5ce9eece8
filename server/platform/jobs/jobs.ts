import type { EventEmitter } from "node:events";
import {
  type CronItem,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { superviseRunner } from "./job-runner.ts";

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

export interface Jobs {
  /** Registers the handler of a job. It must be idempotent, as a job may run more than once. */
  define<K extends JobName>(name: K, work: (payload: JobTable[K]) => Promise<void>): void;
  /**
   * Runs `work` on a schedule (cron in UTC), in one of all processes. A daily or hourly run missed while the shop was down
   * runs once at the next start. Daily jobs run one at a time, after all other jobs.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): void;
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

/** The pool with timestamps as Date, as graphile-worker expects, instead of ISO text. */
const withDates = (pool: pg.Pool) =>
  new Proxy(pool, {
    get: (_, name) =>
      name === "query"
        ? (query: string | pg.QueryConfig, values?: unknown[]) =>
            pool.query({ ...(typeof query === "string" ? { text: query, values } : query), types: pg.types })
        : Reflect.get(pool, name, pool),
  });

/** The period of a daily or hourly schedule in milliseconds, within which a missed run is made up; 0 for others. */
function periodOf(cron: string): number {
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 24 * hourMs;
  return /^\d+ \* \* \* \*$/.test(cron) ? hourMs : 0;
}

const hourMs = 3_600_000;
/** Daily jobs are slow, and missed ones all start together: emails and payments go first. */
const dailyJobs = { queueName: "daily", priority: 10 };

/** The job queue, stored in the database. */
export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const tasks: Record<string, (payload: unknown) => Promise<void>> = {};
  const crons: CronItem[] = [];
  let working: { stop(): Promise<void> } | undefined;
  const begin = (events: EventEmitter) =>
    run({
      pgPool: withDates(pool),
      taskList: tasks,
      concurrency: 2,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: quiet(log),
      parsedCronItems: parseCronItems(crons),
      events: events as WorkerEvents,
      preset,
    });
  return {
    define: (name, work) => {
      tasks[name] = work as (payload: unknown) => Promise<void>;
    },
    schedule: (name, cron, work) => {
      tasks[name] = work;
      const backfillPeriod = periodOf(cron);
      const queue = backfillPeriod > hourMs ? dailyJobs : {};
      crons.push({ task: name, match: cron, options: { maxAttempts: 1, backfillPeriod, ...queue } });
    },
    add: async (tx, name, payload, { runAt, key, maxAttempts } = {}) => {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
        job_key => ${key ?? null}::text, max_attempts => ${maxAttempts ?? null}::int)`.execute(tx);
    },
    start: async () => {
      working = await superviseRunner(pool, log, begin);
    },
    drain: () =>
      runOnce({ pgPool: pool, taskList: tasks, noHandleSignals: true, logger: quiet(log), crontab: "", preset }),
    stop: async () => {
      await working?.stop();
      working = undefined;
    },
  };
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: pg.Pool, log: Log) {
  await runMigrations({ pgPool: pool, logger: quiet(log) });
}
