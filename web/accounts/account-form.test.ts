import { expect, test } from "vitest";
import { codeRule } from "./account-form.tsx";

test("T8 a code is six digits of any script, with or without spaces", () => {
  const { value } = codeRule().pattern;
  for (const code of ["123456", " 123 456 ", "١٢٣٤٥٦", "۱۲۳ ۴۵۶"]) expect(code).toMatch(value);
  for (const code of ["12345", "١٢٣٤٥٦٧", "12345x", "½12345"]) expect(code).not.toMatch(value);
});
