import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { clusterName } from "./location.ts";
import { spawnServer } from "./server-process.ts";

test("Ops: a log of the database that can't be shortened is reported, and ends nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-log-"));
  vi.useFakeTimers();
  const report = vi.spyOn(console, "error").mockReturnValue(undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    report.mockRestore();
    rmSync(folder, { recursive: true });
  });
  // No such program: it "ends" once this function waits.
  const server = spawnServer({
    binaries: "/nowhere",
    location: { folder } as never,
    socketFolder: folder,
    port: 1,
    durable: false,
    connections: 1,
  });
  const log = join(folder, `${clusterName}.log`);
  rmSync(log);
  symlinkSync(log, log);
  vi.advanceTimersByTime(60_000);
  expect(report).toHaveBeenCalledWith(expect.stringContaining("could not be shortened: ELOOP"));
  await server.ended;
});
