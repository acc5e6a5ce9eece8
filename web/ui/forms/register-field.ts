import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from "react-hook-form";

/** What a field of the design system gets from its form: its value and its error. */
export const registerField = <Fields extends FieldValues, Name extends Path<Fields>>(
  { register, formState }: Pick<UseFormReturn<Fields>, "register" | "formState">,
  name: Name,
  rules?: RegisterOptions<Fields, Name>,
) => ({ error: (get(formState.errors, name) as FieldError | undefined)?.message, ...register(name, rules) });
