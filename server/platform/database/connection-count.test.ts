import { expect, inject, test } from "vitest";
import { connectionShortage, embeddedConnections, poolSize, warnOfShortage } from "./connection-count.ts";

const databaseUrl = "postgres://db.example/shop";

test("the embedded database allows what any number of processes opens, and some more", () => {
  for (let workers = 1; workers <= 64; workers++) {
    const opened = workers * (poolSize({ databaseUrl: undefined, workers }) + 1);
    expect(embeddedConnections({ workers }) - opened, `WORKERS=${workers}`).toBeGreaterThanOrEqual(20);
  }
});

test("processes share 90 connections of an external database, and more than it allows are warned of", async () => {
  const shortage = (workers: number, allowed = 97) => connectionShortage({ databaseUrl, workers }, allowed);
  expect([1, 8, 9, 12, 13].map((workers) => poolSize({ databaseUrl, workers }))).toEqual([10, 10, 9, 6, 6]);
  expect([1, 2, 8, 12, 13].map((workers) => shortage(workers))).toEqual(Array.from({ length: 5 }));
  expect(shortage(14)).toContain("WORKERS=14 opens up to 98 connections, and the database allows 97");
  const lines: string[] = [];
  const connection = { ...inject("postgres"), database: "postgres" };
  for (const workers of [1, 64]) await warnOfShortage({ databaseUrl, workers }, connection, (line) => lines.push(line));
  expect(lines).toEqual([
    expect.stringContaining("WORKERS=64 opens up to 448 connections, and the database allows 97"),
  ]);
});
