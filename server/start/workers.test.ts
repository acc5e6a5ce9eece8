import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/platform/config.ts";
import { StartError } from "#server/platform/start-error.ts";
import { runWorkers } from "./workers.ts";

const program = join(import.meta.dirname, "worker.fixture.ts");

async function run({ forkProcess = fork, retriesMs = [10, 10] } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-workers-"));
  vi.stubEnv("DATA_DIR", dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fail = vi.fn();
  const connection = { connectionString: "postgres://unused" };
  const options = { program, killAfterMs: 500, retriesMs, forkProcess };
  const shop = await runWorkers(readConfig({ PORT: "0", DATA_DIR: dataDir }, dataDir), connection, fail, options);
  onTestFinished(async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`, { headers: { connection: "close" } });
    return Number(await answer.text());
  };
  return { ...shop, dataDir, fail, ask, pid: await ask("/") };
}

/** Waits until another process answers, which a busy machine takes a while to start. */
const another = ({ ask }: { ask: (path: string) => Promise<number> }, than: number) =>
  vi.waitFor(
    async () => {
      const pid = await ask("/");
      expect(pid).not.toBe(than);
      return pid;
    },
    { timeout: 60_000, interval: 50 },
  );

test("a shop process that ends is started again on its port, however it ends", async () => {
  const shop = await run();
  let { pid } = shop;
  for (const path of ["/throw", "/reject", "/exit"]) {
    await shop.ask(path);
    pid = await another(shop, pid);
  }
  process.kill(pid, "SIGKILL");
  await another(shop, pid);
  expect(shop.fail).not.toHaveBeenCalled();
}, 300_000);

test("a shop process that has listened is started again without a wait", async () => {
  const aDayMs = 86_400_000;
  const shop = await run({ retriesMs: [aDayMs] });
  process.kill(shop.pid, "SIGKILL");
  await another(shop, shop.pid);
});

test("a shop process that hangs is stopped all the same", async () => {
  vi.stubEnv("HANGS", "1");
  const { ask, pid, stop } = await run();
  await ask("/freeze");
  await stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("a shop process that can't start again is not tried for ever", async () => {
  const { dataDir, fail, pid } = await run();
  writeFileSync(join(dataDir, "broken"), "");
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(fail).toHaveBeenCalledWith(expect.any(StartError)), { timeout: 60_000 });
  expect(fail).toHaveBeenCalledTimes(1);
});

test("a shop process that the machine could not start is started again", async () => {
  // Without memory or processes left, `fork` throws or sends an error, and no exit.
  const failures: (() => ReturnType<typeof fork>)[] = [];
  const forkProcess = ((...args: Parameters<typeof fork>) =>
    (failures.shift() ?? (() => fork(...args)))()) as typeof fork;
  const shop = await run({ forkProcess });
  failures.push(
    () => {
      throw new Error("spawn ENOMEM");
    },
    () => fork(program, { execPath: join(shop.dataDir, "no-node") }),
  );
  process.kill(shop.pid, "SIGKILL");
  await another(shop, shop.pid);
  expect(shop.fail).not.toHaveBeenCalled();
});

test("a shop process that can't start at first is not tried again", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-workers-"));
  writeFileSync(join(dataDir, "broken"), "");
  vi.stubEnv("DATA_DIR", dataDir);
  const fail = vi.fn();
  const started = runWorkers(readConfig({}, dataDir), { connectionString: "postgres://unused" }, fail, { program });
  await expect(started).rejects.toThrow(StartError);
  expect(fail).not.toHaveBeenCalled();
});
