import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { Field } from "#web/ui/forms/fields/field.tsx";
import { Pagination } from "#web/ui/lists/pagination.tsx";
import { say, setLanguage } from "#words/say.ts";
import { CountBadge } from "./badge.tsx";
import { Price } from "./price.tsx";
import { Rating } from "./rating.tsx";
import { sayWith } from "./say-with.ts";

const textOf = (drawn: string) => drawn.replaceAll(/<[^>]*>/g, "");
const price = { amount: 1999, currency: "EUR" };

afterEach(() => setLanguage("en", undefined));

test("a price has English text, visible or for screen readers", () => {
  const reduced = <Price price={price} compareAt={{ ...price, amount: 2999 }} from />;
  expect(textOf(renderToStaticMarkup(reduced))).toBe("Now From €19.99Was €29.99");
});

test("in German the text around a price and the price are German", () => {
  setLanguage("de-DE", {
    "From {price}": "ab {price}",
    "Now {price}": "Jetzt {price}",
    "Was {price}": "Früher {price}",
  });
  const drawn = renderToStaticMarkup(<Price price={price} compareAt={{ ...price, amount: 2999 }} from />);
  expect(textOf(drawn)).toBe("Jetzt ab 19,99 €Früher 29,99 €".replaceAll(" €", "\u00a0€"));
});

test("text after a price, as in some languages, is rendered after it", () => {
  setLanguage("ja-JP", { "From {price}": "{price}から" });
  const drawn = renderToStaticMarkup(<Price price={{ amount: 1999, currency: "JPY" }} from />);
  expect(textOf(drawn)).toBe("￥1,999から");
});

test("the design system's own texts are in the shop's language", () => {
  setLanguage("de-DE", {
    optional: "freiwillig",
    "Use at least 8 characters.": "Verwende mindestens 8 Zeichen.",
    "Rated {average} out of 5, {n} reviews": { one: "", other: "{average} von 5, {n} Bewertungen" },
  });
  const field = (
    <Field label="Passwort" hint="Verwende mindestens 8 Zeichen." error="Use at least 8 characters." optional>
      {(wiring) => <input {...wiring} />}
    </Field>
  );
  expect(textOf(renderToStaticMarkup(field))).toBe("Passwort (freiwillig)Verwende mindestens 8 Zeichen.");
  const rating = renderToStaticMarkup(<Rating average={4.6} count={1234} />);
  expect(rating).toContain('aria-label="4,6 von 5, 1.234 Bewertungen"');
  expect(textOf(rating)).toBe("(1.234)");
});

test("elements in a text are where its language has them", () => {
  setLanguage("de-DE", { "Did you mean {word}?": "{word}, meinten Sie das?" });
  const drawn = renderToStaticMarkup(sayWith("Did you mean {word}?", { word: <b>{say("Tea")}</b> }));
  expect(drawn).toBe("<b>Tea</b>, meinten Sie das?");
});

test("pagination and counts have Arabic digits in an Arabic shop", () => {
  setLanguage("ar-EG", { "Page {page} of {pages}": "صفحة {page} من {pages}" });
  const pages = <Pagination page={2} pages={12} href={(page) => `?page=${page}`} />;
  const drawn = renderToStaticMarkup(<MemoryRouter>{pages}</MemoryRouter>);
  expect(textOf(drawn)).toBe("صفحة ٢ من ١٢١٢٣٤٥…١٢");
  expect(drawn).toContain('aria-label="صفحة ٣ من ١٢"');
  expect(textOf(renderToStaticMarkup(<CountBadge count={7} />))).toBe("٧");
  expect(textOf(renderToStaticMarkup(<CountBadge count={120} />))).toBe("٩٩+");
});
