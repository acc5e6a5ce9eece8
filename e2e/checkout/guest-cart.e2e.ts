import { expect } from "@playwright/test";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("S1 S10 a visitor gets a guest cart of their own, kept for 30 days", async ({ page }) => {
  const started = page.waitForResponse("**/v1/cart/guest/init");
  await page.goto("/");
  const { guest_id } = await (await started).json();
  const cookies = async () => (await page.context().cookies()).filter(({ name }) => name === "guest_id");
  await expect.poll(async () => (await cookies()).map(({ value, path }) => [value, path])).toEqual([[guest_id, "/"]]);
  const days = (((await cookies())[0]?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test("S9 a guest cart the shop does not know is given up for a new one", async ({ page, baseURL }) => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  await page.context().addCookies([{ name: "guest_id", value: unknown, url: baseURL ?? "" }]);
  const refused = page.waitForResponse((answer) => answer.url().endsWith("/v1/cart") && answer.status() === 400);
  const started = page.waitForResponse("**/v1/cart/guest/init");
  await page.goto("/");
  await refused;
  await started;
  const guest = async () => (await page.context().cookies()).find(({ name }) => name === "guest_id")?.value;
  await expect.poll(guest).not.toBe(unknown);
});
