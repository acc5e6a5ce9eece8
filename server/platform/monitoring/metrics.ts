import { timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { admit } from "#server/platform/auth/caller.ts";
import { listRows } from "#server/platform/database/database.ts";
import { isFromThisMachine } from "#server/platform/http/client-address.ts";
import { Problem } from "#server/platform/http/problem.ts";

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Requests of one route and status: their number, total duration, and how many took at most each bound. */
interface Timing {
  labels: string;
  count: number;
  seconds: number;
  within: number[];
}

/**
 * `/metrics` in the format of Prometheus: requests, database connections, the response cache, jobs and this process only.
 * For this machine, administrators, and METRICS_TOKEN as bearer.
 */
export function registerMetrics(app: App) {
  const { http } = app;
  const timings = new Map<string, Timing>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  http.addHook("onClose", async () => void delay.disable());
  http.addHook("onResponse", async (request, reply) => {
    const labels = `method="${request.method}",route="${request.routeOptions.url ?? "none"}",status="${reply.statusCode}"`;
    record(timings, labels, reply.elapsedTime / 1000);
  });
  http.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    await authorize(app, request);
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const { pool } = app.database;
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(
      [
        ...formatTimings([...timings.values()]),
        ...family("kiosk_db_connections", "gauge", "Database connections by state.", [
          ['state="idle"', pool.idleCount],
          ['state="busy"', pool.totalCount - pool.idleCount],
          ['state="waiting"', pool.waitingCount],
        ]),
        ...family(
          "kiosk_response_cache_total",
          "counter",
          "Lookups in the response cache by kind and outcome.",
          Object.entries(app.responseCache.counts).flatMap(([kind, { hits, misses }]): [string, number][] => [
            [`kind="${kind}",outcome="hit"`, hits],
            [`kind="${kind}",outcome="miss"`, misses],
          ]),
        ),
        ...family("kiosk_jobs", "gauge", "Jobs in the queue by task and state.", await jobs(app)),
        ...family("process_cpu_seconds_total", "counter", "CPU time used.", [["", (user + system) / 1e6]]),
        ...family("process_resident_memory_bytes", "gauge", "Resident memory.", [["", rss]]),
        ...family("kiosk_heap_bytes", "gauge", "JavaScript heap in use.", [["", heapUsed]]),
        ...family("kiosk_event_loop_delay_seconds", "gauge", "Event loop delay, 99th percentile.", [
          ["", delay.percentile(99) / 1e9],
        ]),
        ...family("process_uptime_seconds", "gauge", "Time since the start of this process.", [["", process.uptime()]]),
        "",
      ].join("\n"),
    );
  });
}

/** Others get 404, so that they can't tell the endpoint exists. */
async function authorize(app: App, request: FastifyRequest) {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token && app.config.metricsToken && isSame(token, app.config.metricsToken)) return;
  if (!token && isFromThisMachine(request)) return;
  await admit({ caller: "admin" }, request, app).catch((error: unknown) => {
    throw error instanceof Problem && error.status < 500 ? new Problem("not_found") : error;
  });
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function record(timings: Map<string, Timing>, labels: string, seconds: number) {
  const timing = timings.get(labels) ?? { labels, count: 0, seconds: 0, within: bounds.map(() => 0) };
  timings.set(labels, timing);
  timing.count++;
  timing.seconds += seconds;
  for (let index = bounds.length - 1; index >= 0 && seconds <= (bounds[index] ?? 0); index--)
    timing.within[index] = (timing.within[index] ?? 0) + 1;
}

function formatTimings(timings: Timing[]): string[] {
  const name = "kiosk_http_request_duration_seconds";
  return [
    `# HELP ${name} Duration of requests.`,
    `# TYPE ${name} histogram`,
    ...timings.flatMap(({ labels, count, seconds, within }) => [
      ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${within[index]}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ];
}

const family = (name: string, type: "counter" | "gauge", help: string, values: [string, number][]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
];

async function jobs({ db }: App): Promise<[string, number][]> {
  const rows = await listRows<{ task: string; state: string; count: number }>(db)`
    select task_identifier as task, count(*)::int as count,
      case when attempts >= max_attempts then 'failed' when locked_at is not null then 'running'
        when run_at > now() then 'scheduled' else 'ready' end as state
    from graphile_worker.jobs
    group by 1, 3`;
  return rows.map(({ task, state, count }) => [`task="${task}",state="${state}"`, count]);
}
