import { SafetyInputs } from "#web/catalogue/safety/safety-inputs.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useProductFields } from "./editor-context.ts";

/** Who answers for the safety of the product. */
export function Safety() {
  const register = useProductFields(["safety"]);
  return (
    <CardSection
      title="Product safety"
      hint="Shown on the product page, as the EU asks. What is empty here is that of the brand, or of the product type."
    >
      <SafetyInputs register={(field) => register(`safety.${field}`)} />
    </CardSection>
  );
}
