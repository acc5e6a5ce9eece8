import { expect, test } from "vitest";
import { differencesOf, fieldsToSetBack } from "./differences.ts";

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

test.each(["version", "updated_at", "id", "constructor", "length", "toString"])(
  "A7 an attribute that a merchant calls %s is recorded and set back as any other",
  (key) => {
    const [before, after] = [{ attributes: { [key]: "1" } }, { attributes: { [key]: "2" } }];
    expect(differencesOf(before, after)).toEqual({ before, after });
    expect(differencesOf({ attributes: {} }, after)).toEqual({ before: { attributes: {} }, after });
    expect(fieldsToSetBack({ before, after }, after).setBack).toEqual(before);
    expect(fieldsToSetBack({ before, after }, { attributes: { [key]: "3" } }).kept).toEqual(["attributes"]);
  },
);

test("A7 the versions of objects in a list are not compared either", () => {
  const object = (version: number) => ({
    methods: [{ id: 1, name: "Post", version, updated_at: `2026-01-0${version}` }],
  });
  expect(differencesOf(object(1), object(2))).toEqual({ before: {}, after: {} });
});
