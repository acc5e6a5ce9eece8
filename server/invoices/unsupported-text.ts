import type { Address, InvoiceDocument } from "./document.ts";
import { canWrite } from "./fonts.ts";

/**
 * The names, addresses and items of a paper as people wrote them, line by line; undefined when our fonts have all their
 * letters. On the page the missing ones stand as question marks, so this goes with it.
 */
export function asWritten({ seller, about, buyer, delivered_to, lines }: InvoiceDocument): string | undefined {
  const parts = [
    [seller.name, seller.address ?? "", ...(about ? [about.reason] : [])],
    written(buyer.address),
    written(delivered_to),
    lines.flatMap(({ text, detail }) => [text, detail]),
  ];
  if (parts.flat().every((line) => canWrite(line.replaceAll(/\s/g, " ")))) return undefined;
  return parts.map((part) => part.filter(Boolean).join("\n")).join("\n\n");
}

const written = ({
  fullname,
  company,
  line1,
  line2,
  postal_code,
  city,
  region_code,
  country,
  phone,
  vat_id,
}: Address) =>
  [fullname, company, line1, line2, postal_code, city, region_code, country, phone, vat_id].map((line) => line ?? "");
