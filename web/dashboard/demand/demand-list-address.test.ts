import { expect, test } from "vitest";
import { demandListPath, parseDemandList } from "./demand-list-address.ts";

const parse = (text: string) => parseDemandList(new URLSearchParams(text));

test("A2 filter, search, sort and page of the demand list are in the URL and read from it", () => {
  const query = { signal: "refused", name: "mug", sort: "-sold", page: 2, per_page: 50 } as const;
  const path = demandListPath(query);
  expect(path).toBe("/dashboard/demand?signal=refused&name=mug&sort=-sold&per_page=50&page=2");
  expect(parse(path.split("?")[1] ?? "")).toEqual(query);
  expect(demandListPath(parse("signal=eaten&sort=color&name=%20"))).toBe("/dashboard/demand");
});
