import fc from "fast-check";
import { expect, test } from "vitest";
import { resemblesCompany } from "./company-names.ts";

test.each([
  ["Engines GmbH", "ENGINES GMBH"],
  ["Engines", "Engines Gesellschaft m.b.H."],
  ["Müller & Söhne KG", "MUELLER UND SOEHNE KG"],
  ["Café Société", "SARL CAFE SOCIETE"],
  ["Rossi Mario", "ROSSI MARIO"],
  ["Pizzeria Rossi", "PIZZERIA ROSSI DI ROSSI MARIO & C. S.N.C."],
  ["Łódź Motors sp. z o.o.", "LODZ MOTORS SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"],
  ["Ørsted", "ØRSTED A/S"],
  ["H&M", "H & M"],
  ["E.N. Gines", "EN GINES BV"],
  ["Engines s.r.o.", "Engines, spol. s r. o."],
  ["ΚΑΦΕ ΑΘΗΝΑ", "ΚΑΦΕ ΑΘΉΝΑ ΑΕ||ATHENS COFFEE"],
  ["GmbH", "GMBH"],
  ["Acme AE", "ACME HELLAS ΑΕ"],
  ["Acme Oe", "ACME HELLAS ΟΕ"],
  ["Ærø", "AEROE A/S"],
])("VAT: %s resembles %s", (entered, registered) => {
  expect(resemblesCompany(entered, registered)).toBe(true);
  expect(resemblesCompany(registered, entered)).toBe(true);
});

test.each([
  ["Ada Lovelace", "ENGINES GMBH"],
  ["GmbH", "ENGINES GMBH"],
  ["", "ENGINES GMBH"],
  ["-", "ENGINES GMBH"],
  ["Engines Paris", "ENGINES WIEN GMBH"],
  ["Gin", "ENGINES"],
])("VAT: %s doesn't resemble %s", (entered, registered) => {
  expect(resemblesCompany(entered, registered)).toBe(false);
});

test("VAT: any name with a letter resembles itself, in whatever case and with any punctuation between words", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  fc.assert(
    fc.property(name, (text) => {
      expect(resemblesCompany(text, text)).toBe(true);
      expect(resemblesCompany(text, ` ${text.replaceAll(" ", " - ")}, `)).toBe(true);
    }),
  );
});
