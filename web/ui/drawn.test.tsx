import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { speak } from "#words/say.ts";
import { drawn } from "./drawn.ts";
import { Price } from "./price.tsx";
import { ShopLink } from "./shop-link.tsx";

let times = 0;

function Offer({ name, amount }: { name: string; amount: number }) {
  times++;
  return (
    <>
      <ShopLink to="/details/cup">{name}</ShopLink> for <Price price={{ amount, currency: "EUR" }} from />
    </>
  );
}

const Press = ({ onPress, ...offer }: { name: string; amount: number; onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    <Offer {...offer} />
  </button>
);

const pageWith = (item: ReactElement) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location="/products?page=2">
        <ul>{item}</ul>
      </StaticRouter>
    </QueryClientProvider>,
  );

afterEach(() => speak("en", undefined));

test("C11 a part that was drawn before stands in a page as if it were drawn there", () => {
  const offer = <Offer name="“Cup” & <saucer>" amount={1999} />;
  const page = pageWith(<li>{offer}</li>);
  expect(pageWith(<li {...drawn(offer)} />)).toBe(page);
  const before = times;
  expect(pageWith(<li {...drawn(<Offer name="“Cup” & <saucer>" amount={1999} />)} />)).toBe(page);
  expect(times).toBe(before);
});

test("C11 a row of parts stands in a page as if each were drawn there, whatever pressing them does", () => {
  const offers = (press: () => void) =>
    ["Cup", "Jug"].map((name, at) => <Press key={name} name={name} amount={at} onPress={press} />);
  const page = pageWith(<li>{offers(() => undefined)}</li>);
  expect(pageWith(<li {...drawn(offers(() => undefined))} />)).toBe(page);
  const before = times;
  expect(pageWith(<li {...drawn(offers(() => expect.unreachable()))} />)).toBe(page);
  expect(times).toBe(before);
});

test("C11 a part is drawn anew when what it is given changes, or the language of the shop", () => {
  const item = (amount: number) => pageWith(<li {...drawn(<Offer name="Cup" amount={amount} />)} />);
  expect(item(500)).toContain("€5.00");
  expect(item(600)).toContain("€6.00");
  speak("de-DE", { "From {price}": "Ab {price}" });
  expect(item(600)).toMatch(/Ab .*6,00\s€/);
});
