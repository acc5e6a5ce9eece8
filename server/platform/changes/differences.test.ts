import { expect, test } from "vitest";
import { fieldsToSetBack } from "./differences.ts";

const sets = ["tags"];

test("A7 the undo of a list takes out what was added and puts back what was taken out, and leaves what changed since", () => {
  const change = { before: { tags: ["a", "b"] }, after: { tags: ["b", "c"] } };
  expect(fieldsToSetBack(change, { tags: ["b", "c", "d"] }, { sets })).toEqual({
    setBack: { tags: ["b", "d", "a"] },
    kept: [],
  });
  for (const tags of [["b", "d"], ["a", "b", "c"], []])
    expect(fieldsToSetBack(change, { tags }, { sets })).toEqual({ setBack: {}, kept: ["tags"] });
});

test("A7 of a list of objects each one counts as a whole", () => {
  const [first, second] = [
    { id: 1, text: "Calls" },
    { id: 2, text: "Writes" },
  ];
  const edited = { ...first, text: "Mails" };
  const change = { before: { notes: [first] }, after: { notes: [edited] } };
  expect(fieldsToSetBack(change, { notes: [second, edited] }, { sets: ["notes"] }).setBack).toEqual({
    notes: [second, first],
  });
});

test("A7 fields that changed since are kept, with those that mean something together with them", () => {
  const change = { before: { kind: "percent", value: 10, code: "A" }, after: { kind: "fixed", value: 10, code: "B" } };
  const current = { kind: "fixed", value: 50, code: "B" };
  expect(fieldsToSetBack(change, current, { together: [["kind", "value"]] })).toEqual({
    setBack: { code: "A" },
    kept: ["kind", "value"],
  });
});

test("A7 the version of an object is never set back: alone it is nothing to undo", () => {
  const change = { before: { name: "A" }, after: { name: "B", version: 2, updated_at: "2026-01-02" } };
  expect(fieldsToSetBack(change, { name: "C", version: 2, updated_at: "2026-01-02" })).toEqual({
    setBack: {},
    kept: ["name"],
  });
});
