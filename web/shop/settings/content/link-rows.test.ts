import { expect, test } from "vitest";
import { errorsOfLinks, filledLinks } from "./link-rows.ts";

test("an error of a link is shown at its row, also below a row that is left out", () => {
  const links = [
    { label: "Sale", href: "/products?on_sale=true" },
    { label: " ", href: "" },
    { label: "", href: "/delivery" },
  ];
  expect(filledLinks(links)).toHaveLength(2);
  const error = { label: { message: "Enter a value." } };
  expect(errorsOfLinks(links, [undefined, error])).toEqual([undefined, undefined, error]);
  expect(errorsOfLinks(links, undefined)).toEqual([undefined, undefined, undefined]);
});
