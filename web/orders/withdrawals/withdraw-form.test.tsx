import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { periodText, Received } from "./withdraw-form.tsx";

const declared = { name: "Ada", order_number: "1004", email: "ada@example.com", note: "" };
const received = (isKnown: boolean) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Received at="2026-11-28T12:00:00Z" declared={declared} isKnown={isKnown} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("a withdrawal by the link of an order names no order number to check, as none was entered", () => {
  expect(received(true)).toContain("Check your spam folder, or ");
  expect(received(true)).not.toContain("order number");
  expect(received(false)).toContain("Check the order number and the address, or ");
});

test("an item that isn't delivered yet has the period of its own", () => {
  expect(periodText({ days: 30, until: null, is_late: false, exclusion: "none" })).toBe(
    "Until 30 days after the last delivery",
  );
});
