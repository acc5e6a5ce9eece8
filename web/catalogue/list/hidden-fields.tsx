import { type Filters, formFields } from "./filters.ts";

/** Hidden inputs for the filters a form doesn't show, so that submitting it keeps them. */
export const HiddenFields = ({ filters, except }: { filters: Filters; except: string[] }) =>
  formFields(filters, ...except).map(({ name, value }) => (
    <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
  ));
