import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Return } from "#contract/orders/returns.ts";
import { formatFullDay } from "#web/ui/text/date-format.ts";
import { ReturnFacts } from "./returns.tsx";

const iban = "DE02120300000000202051";
const approved = {
  number: 7,
  status: "approved",
  requested_at: "2026-11-01T10:00:00Z",
  items: [],
  note: null,
  answer: null,
  refund: null,
  refund_iban: iban,
  send_by: "2026-11-22T10:00:00Z",
  return_address: "Kiosk Returns\nHafenweg 7",
} as unknown as Return;
const textOf = (one: Return) =>
  renderToStaticMarkup(<ReturnFacts one={one} isAdmin={false} />).replaceAll(/<[^>]+>/g, " ");

test("the page of an approved return says where its items go and by when, and to which account its refund", () => {
  expect(textOf(approved)).toContain(`Send the items back by ${formatFullDay("2026-11-22T10:00:00Z")}.`);
  expect(textOf(approved)).toContain("Kiosk Returns\nHafenweg 7");
  expect(textOf(approved)).toContain("Refund to DE02 1203 0000 0000 2020 51");
  expect(textOf({ ...approved, send_by: null, return_address: null })).toMatch(
    /Please send the items back\.\s+Ask us where to send them\./,
  );
});

test("a received return names no address, deadline or account: the order shows the account that counts", () => {
  const received = textOf({ ...approved, status: "received" });
  expect(received).not.toMatch(/Send the items|Kiosk Returns|Refund to/);
});
