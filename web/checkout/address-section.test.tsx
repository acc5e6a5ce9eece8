import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import type { Address } from "#contract/accounts/accounts.ts";
import { AddressSection } from "./address-section.tsx";
import type { CheckoutDetails } from "./draft.ts";

const abroad = { id: 1, fullname: "Ada Person", line1: "1 Main St", city: "Reno", country: "US" } as Address;

function Section({ isShipped }: { isShipped: boolean }) {
  const form = useForm<CheckoutDetails>({ defaultValues: { choice: "1" } });
  return (
    <AddressSection
      form={form}
      addresses={[abroad]}
      countries={["DE"]}
      isShipped={isShipped}
      renderAddress={() => null}
      problem={null}
    />
  );
}

test("a saved address of a country without delivery can be chosen for a cart with nothing to ship", () => {
  const input = (isShipped: boolean) =>
    renderToStaticMarkup(<Section isShipped={isShipped} />).match(/<input[^>]*value="1"[^>]*>/)?.[0];
  expect(input(true)).toContain(' disabled=""');
  expect(input(false)).toBeDefined();
  expect(input(false)).not.toContain(' disabled=""');
});
