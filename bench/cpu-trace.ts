import { readFileSync, writeFileSync } from "node:fs";

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Wall clock, in microseconds: when it began, and how long it took. */
  ts: number;
  dur?: number;
  /** The same on the clock of its thread, which stands still while others have the core. */
  tts?: number;
  tdur?: number;
}

/**
 * Rewrites a trace of the browser so that each task takes the time its thread was running in place of the time that went by:
 * on a machine shared with strangers the rest is theirs. When tasks begin stays as it is.
 */
export function rewriteToCpuTime(file: string): void {
  const trace = JSON.parse(readFileSync(file, "utf8")) as { traceEvents: TraceEvent[] };
  const threads = Map.groupBy(
    trace.traceEvents.filter(({ ts }) => ts > 0),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  for (const events of threads.values()) rewriteThread(events);
  writeFileSync(file, JSON.stringify(trace));
}

/** What happens within a task moves towards its beginning with it. */
function rewriteThread(events: TraceEvent[]) {
  events.sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let task: TraceEvent | undefined;
  let until = 0;
  for (const event of events) {
    if (event.ts >= until) task = undefined;
    if (task) {
      moveWithin(task, event);
    } else if (event.name === "RunTask" && event.tdur !== undefined) {
      task = event;
      until = event.ts + (event.dur ?? 0);
      event.dur = event.tdur;
    }
  }
}

function moveWithin(task: TraceEvent, event: TraceEvent) {
  if (event.tts === undefined) {
    event.ts = Math.min(event.ts, task.ts + (task.dur ?? 0));
    return;
  }
  event.ts = task.ts + Math.max(0, event.tts - (task.tts ?? 0));
  if (event.tdur !== undefined) event.dur = event.tdur;
}
