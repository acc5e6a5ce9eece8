import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "#server/platform/config.ts";
import { limitUploads, spool } from "./spool.ts";

test("2.4.1 an account sends images in four requests at a time, whatever others send", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const open = [1, 2, 3, 4].map(() => limitUploads(7, () => promise));
  await expect(limitUploads(7, async () => undefined)).rejects.toMatchObject({ code: "too_many_requests" });
  expect(await limitUploads(8, async () => "received")).toBe("received");
  resolve();
  await Promise.all(open);
  expect(await limitUploads(7, async () => "received")).toBe("received");
});

test("2.4.1 what is sent waits on the disk and is deleted, also after an error", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-spool-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const app = { config: { dataDir } as Config };
  const sent = () => Readable.from([Buffer.from("pic"), Buffer.from("ture")]);
  expect(await spool(app, sent(), async (file) => readFileSync(file, "utf8"))).toBe("picture");
  await expect(spool(app, sent(), () => Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable");
  expect(readdirSync(join(dataDir, "uploads"))).toEqual([]);
});
