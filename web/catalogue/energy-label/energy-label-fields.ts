import { type EnergyClass, EnergyLabel, isOnScale } from "#contract/catalogue/energy-labels.ts";

/** The form values of an energy label; without a class there is none. */
export interface EnergyLabelFields {
  class: EnergyClass | "";
  best: EnergyClass;
  worst: EnergyClass;
  label_url: string;
  sheet_url: string;
  eprel_number: string;
}

export const toEnergyLabelFields = (label: EnergyLabel | null = null): EnergyLabelFields => ({
  class: label?.class ?? "",
  best: label?.best ?? "A",
  worst: label?.worst ?? "G",
  label_url: label?.label_url ?? "",
  sheet_url: label?.sheet_url ?? "",
  eprel_number: label?.eprel_number ?? "",
});

/** The energy label of form values. */
export const toEnergyLabel = (fields: EnergyLabelFields): EnergyLabel | null =>
  fields.class === ""
    ? null
    : {
        class: fields.class,
        best: fields.best,
        worst: fields.worst,
        label_url: fields.label_url.trim() || null,
        sheet_url: fields.sheet_url.trim() || null,
        eprel_number: fields.eprel_number.trim() || null,
      };

/** The invalid fields, by the rules the server applies. */
export function energyLabelProblems(fields: EnergyLabelFields): [field: keyof EnergyLabelFields, message: string][] {
  const label = toEnergyLabel(fields);
  if (!label) {
    const isFilled = [fields.label_url, fields.sheet_url, fields.eprel_number].some((text) => text.trim() !== "");
    return isFilled ? [["class", "Select a class."]] : [];
  }
  const links = (["label_url", "sheet_url", "eprel_number"] as const).flatMap(
    (field): [keyof EnergyLabelFields, string][] => {
      const problem = EnergyLabel.shape[field].safeParse(label[field]).error?.issues[0];
      return problem ? [[field, problem.message]] : [];
    },
  );
  return isOnScale(label) ? links : [["class", "The class isn't on the scale."], ...links];
}

/** An energy label in a line: "C (A to G)". */
export const energyLabelText = (fields: EnergyLabelFields): string =>
  fields.class === "" ? "none" : `${fields.class} (${fields.best} to ${fields.worst})`;
