import { energyClasses } from "#contract/catalogue/energy-labels.ts";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useProductFields } from "./editor-context.ts";

const options = energyClasses.map((one) => [one, one] as const);

/** The EU energy label of the product. */
export function EnergyLabel() {
  const register = useProductFields(["energy_label"]);
  return (
    <CardSection
      title="Energy label"
      hint="For appliances, lamps, tires and displays that need one in the EU. The class is shown next to the price and on tiles, and leads to the label."
    >
      <div className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Class"
            optional
            placeholder="No energy label"
            {...register("energy_label.class")}
            options={options}
          />
          <SelectField label="Best class of the scale" {...register("energy_label.best")} options={options} />
          <SelectField label="Worst class of the scale" {...register("energy_label.worst")} options={options} />
        </div>
        <TextField
          label="URL of the label"
          optional
          hint="An image of the label, or the page of the model in EPREL."
          type="url"
          maxLength={2000}
          {...register("energy_label.label_url")}
        />
        <TextField
          label="URL of the product information sheet"
          optional
          type="url"
          maxLength={2000}
          {...register("energy_label.sheet_url")}
        />
        <TextField
          label="EPREL registration number"
          optional
          hint="Google shows the label of products in its feed by this number."
          inputMode="numeric"
          maxLength={10}
          {...register("energy_label.eprel_number")}
        />
      </div>
    </CardSection>
  );
}
