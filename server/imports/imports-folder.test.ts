import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "#server/platform/config.ts";
import { makeImportsFolder } from "./imports.ts";

test.skipIf(process.platform === "win32")(
  "other users of the machine can't open the folder of uploaded files",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "kiosk-imports-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    // As an earlier version has made it.
    mkdirSync(join(dataDir, "imports"), { mode: 0o755 });
    const folder = await makeImportsFolder({ config: { dataDir } as Config });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  },
);
