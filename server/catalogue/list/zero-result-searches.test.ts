import { expect, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { recordZeroResultSearch } from "./zero-result-searches.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");

test("C5 past the limit of a day only known searches without results are counted, which is logged once", async () => {
  const warn = vi.spyOn(shop.app.log, "warn");
  const maxTerms = 3;
  for (const term of ["one", "two"]) await recordZeroResultSearch(shop.app, term, maxTerms);
  expect(warn).not.toHaveBeenCalled();
  for (const term of ["three", "four", "five", "Three", "three"])
    await recordZeroResultSearch(shop.app, term, maxTerms);
  expect(warn.mock.calls).toEqual([[{ maxTerms }, "no more new searches without results are recorded today"]]);
  const { data } = (await shop.ask("GET /product/admin/zero-result-searches", { token })).body;
  expect(data).toEqual([
    { term: "three", searches: 3 },
    { term: "one", searches: 1 },
    { term: "two", searches: 1 },
  ]);
  warn.mockRestore();
});
