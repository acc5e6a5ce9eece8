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
  60_000,
);
