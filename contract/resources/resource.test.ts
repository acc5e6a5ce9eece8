import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";

const endpoints = Object.entries(api) as [ApiRoute, Endpoint][];

test("each object of the dashboard is declared once", () => {
  const names = globSync("contract/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:export )?const \w+ = resource\("(\w+)"/gm)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("calls of the dashboard say which object they are about", () => {
  const ofDashboard = endpoints.filter(([, { caller }]) => caller === "admin");
  expect(ofDashboard.length).toBeGreaterThan(150);
  expect(ofDashboard.filter(([, { object }]) => !object).map(([route]) => route)).toEqual([]);
});
