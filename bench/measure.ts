import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import autocannon from "autocannon";

const ticksPerSecond = 100;

/** CPU ms a process and its children have used so far (Linux: user and system, from the kernel's own accounting). */
export function cpuMs(pid: number): number {
  const own = fieldsOf(pid);
  const children = childrenOf(pid).map((child) => fieldsOf(child));
  const sum = [own, ...children].reduce((total, fields) => total + (fields[11] ?? 0) + (fields[12] ?? 0), 0);
  // What children that ended have used stands with their parent.
  return ((sum + (own[13] ?? 0) + (own[14] ?? 0)) * 1000) / ticksPerSecond;
}

function fieldsOf(pid: number): number[] {
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
    .filter((other) => fieldsOf(other)[1] === pid);

export interface Load {
  title: string;
  url: string;
  pids: number[];
  requests?: autocannon.Request[];
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  /** How long before anything is counted. */
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

/** Puts load on an address and counts the CPU each request costs, application and database together. */
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
    autocannon({ url, connections, duration, ...(requests ? { requests } : {}), ...(headers ? { headers } : {}) });
  await run(warmSeconds);
  const before = pids.map(cpuMs);
  const result = await run(seconds);
  const used = pids.map(cpuMs).reduce((sum, now, index) => sum + now - (before[index] ?? 0), 0);
  const done = result["2xx"] + result["3xx"] + result["4xx"];
  return {
    title,
    cpuMs: used / Math.max(1, done),
    perSecond: done / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result["5xx"] + result.non2xx - result["3xx"],
  };
}

/** A table for the terminal and for docs/performance.md. */
export function table(rows: Measured[]): string {
  const lines = rows.map(
    ({ title, cpuMs: cost, perSecond, p50, p99, errors }) =>
      `| ${title} | ${cost.toFixed(3)} | ${Math.round(perSecond)} | ${p50} / ${p99} | ${errors} |`,
  );
  return ["| what | CPU ms | per second | p50 / p99 ms | errors |", "|---|---|---|---|---|", ...lines].join("\n");
}

/** The machine and the day, for a result that is kept. */
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
