import { expect, test } from "vitest";
import { clientLoader, loader } from "./moved-to-dashboard.page.tsx";

test("R9 /admin leads to the dashboard", () => {
  for (const answer of [loader(), clientLoader()])
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard/home"]);
});
