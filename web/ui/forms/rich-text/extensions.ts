import { Extension } from "@tiptap/core";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";

/** Addresses that a link may have; the server refuses others too. */
export const isLinkAddress = (url: string) => /^(https?:|mailto:|\/)/i.test(url);

/** Whether a header cell is that of a row or a column; the table of the library has no such attribute. */
const HeaderScope = Extension.create({
  name: "headerScope",
  addGlobalAttributes: () => [{ types: ["tableHeader"], attributes: { scope: { default: null } } }],
});

/** What a text may contain: the same as `contract/formats/rich-text.ts` lists. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, isAllowedUri: isLinkAddress },
    // It would add an empty paragraph to a text that nobody has changed.
    trailingNode: false,
  }),
  Subscript,
  Superscript,
  TableKit,
  HeaderScope,
];
