import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import autocannon from "autocannon";

const ticksPerSecond = 100;
/** A load of which more than this share fails measures something else than it says. */
const mostErrors = 0.01;
/** How many requests a load of the shortest run sends, however long they take. */
const shortRequests = 6;

/** Whether `BENCH_SHORT=1` asks for the shortest run: it shows that the benchmark works, its figures mean nothing. */
export const isShort = process.env.BENCH_SHORT === "1";

/** CPU ms that processes and their children have used (user and system, from Linux's accounting). */
export const cpuMs = (pids: number[]): number => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);

function cpuMsOf(pid: number): number {
  const own = statOf(pid);
  const children = childrenOf(pid).map((child) => statOf(child));
  const sum = [own, ...children].reduce((total, fields) => total + (fields[11] ?? 0) + (fields[12] ?? 0), 0);
  // Fields 14 and 15: time of children that have ended.
  return ((sum + (own[13] ?? 0) + (own[14] ?? 0)) * 1000) / ticksPerSecond;
}

function statOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

const childrenOf = (pid: number) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => statOf(other)[1] === pid);

export interface Load {
  title: string;
  url: string;
  pids: number[];
  requests?: autocannon.Request[];
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  /** Load before anything is counted. */
  warmSeconds?: number;
}
export interface Measured {
  title: string;
  cpuMs: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

/** Loads a URL and returns the CPU ms a request costs the processes `pids`. Throws when requests fail. */
export async function measure({
  title,
  url,
  pids,
  requests,
  headers,
  connections = 10,
  seconds = 5,
  warmSeconds = 2,
}: Load): Promise<Measured> {
  const run = (duration: number) =>
    autocannon({
      url,
      ...(isShort ? { connections: 2, amount: shortRequests } : { connections, duration }),
      ...(requests ? { requests } : {}),
      ...(headers ? { headers } : {}),
    });
  if (!isShort) await run(warmSeconds);
  const before = cpuMs(pids);
  const result = await run(seconds);
  const used = cpuMs(pids) - before;
  const done = result["2xx"] + result["3xx"] + result["4xx"];
  const errors = result.errors + result.non2xx - result["3xx"];
  if (done === 0) throw new Error(`${title}: no request was answered.`);
  if (errors > done * mostErrors) throw new Error(`${title}: ${errors} of ${done + result["5xx"]} requests failed.`);
  return {
    title,
    cpuMs: used / done,
    perSecond: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors,
  };
}

/** Loads a URL with GET requests, each of another path. */
export const measurePaths = (
  { url, pids }: Pick<Load, "url" | "pids">,
  title: string,
  path: () => string,
  more: Partial<Load> = {},
) =>
  measure({
    title,
    url,
    pids,
    requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: path() }) }],
    ...more,
  });

/** The value below which this part of the values is; the median with 0.5. */
export const quantile = (values: readonly number[], part = 0.5): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0;

/** Memory of a process in MB, by Linux's name of the figure: `VmRSS`, its peak `VmHWM`, `RssAnon`. */
export function memoryMb(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

/** A Markdown table. */
export function table(rows: Measured[]): string {
  const lines = rows.map(
    ({ title, cpuMs: cost, perSecond, p50, p99, errors }) =>
      `| ${title} | ${cost.toFixed(3)} | ${Math.round(perSecond)} | ${p50} / ${p99} | ${errors} |`,
  );
  return ["| what | CPU ms | per second | p50 / p99 ms | errors |", "|---|---|---|---|---|", ...lines].join("\n");
}

/** Throws when there is nothing to measure, so that what was started is stopped before the benchmark fails. */
export function requireInput(count: number, message: string): void {
  if (!(count > 0)) throw new Error(message);
}

/** The exit code of a trial that this machine does not allow, as of Automake's tests. */
export const skipped = 77;

/** The machine and the date, for a recorded result. */
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
