import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startShopProcess } from "#server/testing/shop-process.ts";

test.concurrent.each(["SIGTERM", "SIGHUP"] as const)(
  "a shop stopped by %s stops its database first",
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), "kiosk-stop-"));
    try {
      const shop = await startShopProcess("server/start/shop-process.fixture.ts", { DATA_DIR: dataDir });
      expect(existsSync(join(dataDir, "pg18", "postmaster.pid"))).toBe(true);
      expect(await shop.stop(signal)).toBe(0);
      expect(existsSync(join(dataDir, "pg18", "postmaster.pid"))).toBe(false);
      await expect(fetch(shop.url)).rejects.toThrow();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  600_000,
);

test("a shop whose log nobody reads any more goes on, and stops when it is told to", async () => {
  const source = `import("./server/start/stopping.ts").then(({ stopOnSignals }) => {
    stopOnSignals(() => Promise.resolve());
    process.once("exit", (code) => process.send(code));
    process.once("message", () => {
      for (const line of ["one", "two", "three"])
        for (const output of [process.stdout, process.stderr]) output.write(line);
      setTimeout(() => process.send("alive"), 200);
    });
    process.send("ready");
  })`;
  const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  try {
    await once(child, "message");
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.send("write");
    expect(await once(child, "message")).toEqual(["alive", undefined]);
    child.kill("SIGTERM");
    expect(await once(child, "message")).toEqual([0, undefined]);
  } finally {
    child.kill("SIGKILL");
  }
});
