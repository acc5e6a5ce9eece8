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

/** The jobs of all modules: each adds its own by declaration merging, with the type of its payload. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface JobTable {}
export type JobName = keyof JobTable & string;

export interface JobOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** Replaces a job with the same key that has not started. */
  key?: string;
  maxAttempts?: number;
}

export interface Jobs {
  /** Registers the handler of a job. It may run more than once for one job, so it must be idempotent. */
  define<K extends JobName>(name: K, work: (what: JobTable[K]) => Promise<void>): void;
  /**
   * Runs `work` on a schedule, in one of all processes. Cron in UTC: minute hour day month weekday. A daily or hourly run
   * missed while no process was up is made once at the next start. Daily jobs run one at a time, behind all other jobs.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): void;
  /** Adds a job in the transaction of its cause: once that commits, it runs at least once. */
  add<K extends JobName>(tx: Tx | Db, name: K, what: JobTable[K], options?: JobOptions): Promise<void>;
  start(): Promise<void>;
  /** Runs everything that is due now in this process and returns when nothing is left: for tests and for seeding. */
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

// With batching, a job that completes while the database is away would end the process by an unhandled rejection.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** The pool with timestamps as Date, which graphile-worker compares; everywhere else they are ISO text. */
const withDates = (pool: pg.Pool) =>
  new Proxy(pool, {
    get: (_, name) =>
      name === "query"
        ? (asked: string | pg.QueryConfig, values?: unknown[]) =>
            pool.query({ ...(typeof asked === "string" ? { text: asked, values } : asked), types: pg.types })
        : Reflect.get(pool, name, pool),
  });

/** The milliseconds between runs of a daily or hourly schedule; 0 for others. Within it, one missed run is made. */
function periodOf(cron: string): number {
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 24 * hourMs;
  return /^\d+ \* \* \* \*$/.test(cron) ? hourMs : 0;
}

const hourMs = 3_600_000;
/** Daily jobs take long, and missed ones come all at once at the start: emails and payments go first. */
const dailyJobs = { queueName: "daily", priority: 10 };

/** The job queue, stored in the database. */
export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const tasks: Record<string, (what: unknown) => Promise<void>> = {};
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
      tasks[name] = work as (what: unknown) => Promise<void>;
    },
    schedule: (name, cron, work) => {
      tasks[name] = work;
      const backfillPeriod = periodOf(cron);
      const queue = backfillPeriod > hourMs ? dailyJobs : {};
      crons.push({ task: name, match: cron, options: { maxAttempts: 1, backfillPeriod, ...queue } });
    },
    add: async (tx, name, what, { runAt, key, maxAttempts } = {}) => {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(what)}::json, run_at => ${runAt ?? null}::timestamptz,
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
