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

/** What rooms let be done later: each names its jobs by declaration merging, with the shape of what they are given. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface JobTable {}
export type JobName = keyof JobTable & string;

export interface JobOptions {
  /** Not before this instant. */
  runAt?: Date;
  /** A job with the same key that has not begun is replaced, not doubled. */
  key?: string;
  maxAttempts?: number;
}

export interface Jobs {
  /** Says how a job is done. It may run more than once and must do no harm then. */
  define<K extends JobName>(name: K, work: (what: JobTable[K]) => Promise<void>): void;
  /**
   * Has `work` done again and again on the minute, by one process of all. Cron in UTC: minute hour day month weekday. What is
   * done each day or hour and was missed, as no process ran, is done once at the next start. What is done each day is done
   * one after the other, and only while nothing else waits.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): void;
  /** Adds a job inside the transaction of its cause: it runs if that commits, at least once. */
  add<K extends JobName>(tx: Tx | Db, name: K, what: JobTable[K], options?: JobOptions): Promise<void>;
  start(): Promise<void>;
  /** Does everything that is due now, in this process, and returns when nothing is left: for tests and for seeding. */
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

// One by one, a job done while the database is away would end the whole process: nobody hears of that failure.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** The pool, with instants as dates: what the queue reads of runs that were missed it compares, and ours come as text. */
const withDates = (pool: pg.Pool) =>
  new Proxy(pool, {
    get: (_, name) =>
      name === "query"
        ? (asked: string | pg.QueryConfig, values?: unknown[]) =>
            pool.query({ ...(typeof asked === "string" ? { text: asked, values } : asked), types: pg.types })
        : Reflect.get(pool, name, pool),
  });

/** How long one run of each day or hour is from the next; 0 for others. A period holds one run, so one is made up for. */
function periodOf(cron: string): number {
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 24 * hourMs;
  return /^\d+ \* \* \* \*$/.test(cron) ? hourMs : 0;
}

const hourMs = 3_600_000;
/** Runs of the night take long, and missed ones come all at once as the shop starts: letters and payments go first. */
const behindAll = { queueName: "by night", priority: 10 };

/** The job queue of a shop, kept in its database. */
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
      const turn = backfillPeriod > hourMs ? behindAll : {};
      crons.push({ task: name, match: cron, options: { maxAttempts: 1, backfillPeriod, ...turn } });
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

/** Makes or updates the queue's own tables. */
export async function migrateJobs(pool: pg.Pool, log: Log) {
  await runMigrations({ pgPool: pool, logger: quiet(log) });
}
