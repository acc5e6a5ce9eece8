import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { richTextAttributes } from "#contract/formats/rich-text.ts";
import { extensions } from "./extensions.ts";

test("the editor of a text keeps every attribute that the server keeps", () => {
  const { nodes, marks } = getSchema(extensions);
  const kept = { a: marks.link, th: nodes.tableHeader, td: nodes.tableCell };
  expect(Object.keys(richTextAttributes)).toEqual(Object.keys(kept));
  for (const [tag, names] of Object.entries(richTextAttributes)) {
    const { attrs = {} } = kept[tag as keyof typeof kept]?.spec ?? {};
    expect(Object.keys(attrs), tag).toEqual(expect.arrayContaining([...names]));
  }
});
