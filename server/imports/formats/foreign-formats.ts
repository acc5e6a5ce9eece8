import type { NamedCells } from "./named-cells.ts";

/** Exports of other systems that are known but not read, with headings that only they have. */
const foreignFormats: { name: string; headings: string[][] }[] = [
  {
    name: "Magento's product export",
    headings: [
      ["sku", "attribute_set_code"],
      ["sku", "_attribute_set"],
    ],
  },
  {
    name: "PrestaShop's product export",
    headings: [
      ["active (0/1)", "reference #"],
      ["id_product", "id_shop_default"],
      ["product id", "active (0/1)", "name *"],
    ],
  },
  {
    name: "BigCommerce's product export",
    headings: [
      ["item type", "product code/sku"],
      ["product id", "product code/sku"],
    ],
  },
  {
    name: "Amazon's listing file",
    headings: [["item_sku", "item_name"], ["feed_product_type"], ["seller-sku", "asin1"], ["item-name", "seller-sku"]],
  },
  { name: "Wix's product export", headings: [["handleid", "fieldtype"]] },
  { name: "Squarespace's product export", headings: [["product id [non editable]"]] },
  { name: "Ecwid's product export", headings: [["product_sku", "product_internal_id"]] },
  {
    name: "Shopware's product export",
    headings: [
      ["ordernumber", "maindetail"],
      ["mainnumber", "ordernumber"],
    ],
  },
  {
    name: "eBay's listing file",
    headings: [
      ["item number", "custom label (sku)"],
      ["itemid", "startprice"],
    ],
  },
  { name: "Shopify's order export", headings: [["financial status", "lineitem name"]] },
  { name: "Shopify's customer export", headings: [["accepts email marketing", "total spent"]] },
];

/** The name of a foreign format that Kiosk does not read; undefined if the headings are of none. */
export function foreignFormatName(header: string[], cells: NamedCells): string | undefined {
  if (/^templatetype=/i.test(header[0] ?? "")) return "Amazon's listing file";
  if (/^\*?action\(/i.test(header[0] ?? "")) return "eBay's listing file";
  return foreignFormats.find(({ headings }) => headings.some((some) => some.every(cells.has)))?.name;
}
