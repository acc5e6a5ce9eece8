import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();

test("6.3.1 a withdrawn permission ends within half a minute, even where no message of it arrives", async () => {
  const staff = await shop.person("staff", { customers: "read" });
  const list = async () => (await shop.ask("GET /customers", { token: staff.token })).status;
  expect(await list()).toBe(200);
  // Nothing is invalidated, as in a process whose connection to the database is lost.
  await sql`delete from staff_permissions where user_id = ${staff.id}`.execute(shop.app.db);
  expect(await list()).toBe(200);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 31_000);
  onTestFinished(() => later.mockRestore());
  await expect.poll(list).toBe(403);
});
