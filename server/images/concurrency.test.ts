import { setImmediate as started } from "node:timers/promises";
import { expect, test } from "vitest";
import { runLimited } from "./concurrency.ts";

/** A task that ends when `end` is called, and records its start in `began`. */
function work(name: string, began: string[], behind = false) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = runLimited(
    () => {
      began.push(name);
      return promise;
    },
    { behind },
  );
  return { end: () => (resolve(), done) };
}

test("two image tasks run at once, of which one at most is a background task, and those give way", async () => {
  const began: string[] = [];
  const first = work("ahead 1", began, true);
  const second = work("ahead 2", began, true);
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
    await expect(runLimited(() => Promise.reject(new Error("broken")), { behind: n % 2 === 0 })).rejects.toThrow(
      "broken",
    );
  expect(await runLimited(async () => "done")).toBe("done");
});
