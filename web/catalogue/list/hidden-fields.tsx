import { type Filters, formFields } from "./filters.ts";

/** The filters a form does not show, so that sending it keeps them. */
export const HiddenFields = ({ filters, except }: { filters: Filters; except: string[] }) =>
  formFields(filters, ...except).map(({ name, value }) => (
    <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
  ));
