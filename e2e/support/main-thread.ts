import type { Page } from "@playwright/test";

/** CPU time of the page's main thread for each of `keys`, which other work on this machine does not lengthen. */
export async function mainThreadMsPerKey(page: Page, type: () => Promise<void>, keys: number) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
  const taskMs = async () => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    return 1000 * (metrics.find((one) => one.name === "TaskDuration")?.value ?? Number.NaN);
  };
  const before = await taskMs();
  await type();
  const spent = (await taskMs()) - before;
  await devTools.detach();
  return spent / keys;
}
