import { expect, test } from "vitest";
import { demandList } from "./demand-table.tsx";

const parse = (text: string) => demandList.read(new URLSearchParams(text));

test("A2 filter, search, sort and page of the demand list are in the URL and read from it", () => {
  const query = { signal: "refused", name: "mug", sort: "-sold", page: 2, per_page: 50 } as const;
  const path = demandList.write(query);
  expect(path).toBe("/dashboard/demand?signal=refused&name=mug&sort=-sold&per_page=50&page=2");
  expect(parse(path.split("?")[1] ?? "")).toEqual(query);
  expect(demandList.write(parse("signal=eaten&sort=color&name=%20"))).toBe("/dashboard/demand");
});
