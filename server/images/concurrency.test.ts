import { setImmediate as started } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ImageTask, runLimited } from "./concurrency.ts";

/** A task that ends when `end` is called, and records its start in `began`. */
function work(name: string, began: string[], kind: ImageTask = "rendition") {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = runLimited(kind, () => {
    began.push(name);
    return promise;
  });
  return { end: () => (resolve(), done) };
}

test("two image tasks run at once, of which one at most is a background task, and those give way", async () => {
  const began: string[] = [];
  const first = work("ahead 1", began, "ahead");
  const second = work("ahead 2", began, "ahead");
  const page = work("page 1", began);
  const next = work("page 2", began);
  await started();
  expect(began).toEqual(["ahead 1", "page 1"]);
  await first.end();
  await started();
  expect(began).toEqual(["ahead 1", "page 1", "page 2"]);
  await page.end();
  await started();
  expect(began).toEqual(["ahead 1", "page 1", "page 2", "ahead 2"]);
  await Promise.all([second.end(), next.end()]);
});

test("work that fails gives its place back", async () => {
  for (let n = 0; n < 5; n++)
    await expect(
      runLimited(n % 2 === 0 ? "ahead" : "upload", () => Promise.reject(new Error("broken"))),
    ).rejects.toThrow("broken");
  expect(await runLimited("rendition", async () => "done")).toBe("done");
});

test("uploads and images that pages ask for take turns, and too many of a kind are refused", async () => {
  const began: string[] = [];
  const running = [work("first", began), work("second", began)];
  const pages = Array.from({ length: 100 }, (_, at) => work(`page ${at}`, began));
  const uploads = [work("upload 0", began, "upload"), work("upload 1", began, "upload")];
  await expect(runLimited("rendition", async () => "one too many")).rejects.toMatchObject({ code: "busy" });
  for (const task of running) await task.end();
  await started();
  expect(began.slice(2)).toEqual(["upload 0", "page 0"]);
  for (const task of [...uploads, ...pages]) task.end().catch(() => undefined);
  await Promise.all([...uploads, ...pages].map((task) => task.end()));
  expect(began).toHaveLength(104);
  expect(began.indexOf("upload 1")).toBeLessThan(6);
});
