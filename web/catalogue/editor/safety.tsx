import { OriginSelect, SafetyInputs } from "#web/catalogue/safety/safety-inputs.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useProductFields } from "./editor-context.ts";

/** Who answers for the safety of the product, and where it comes from. */
export function Safety() {
  const register = useProductFields(["safety", "country_of_origin"]);
  return (
    <CardSection
      title="Product safety and origin"
      hint="Shown on the product page, as the EU asks. What is empty here is that of the brand, or of the product type."
    >
      <div className="grid gap-5">
        <SafetyInputs register={(field) => register(`safety.${field}`)} />
        <OriginSelect {...register("country_of_origin")} />
      </div>
    </CardSection>
  );
}
