import { expect, test } from "vitest";
import { pageMeta } from "#contract/endpoint.ts";
import { listTotal } from "./list-total.ts";

test("A7 a list that is counted only up to a number says that there are more", () => {
  const total = (count: number) => listTotal(pageMeta({ page: 1, per_page: 20 }, count, 10_000));
  expect([total(10_000), total(10_001)]).toEqual(["10,000", "10,000+"]);
});
