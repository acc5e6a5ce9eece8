import { createContext, use } from "react";
import { type FieldPath, type RegisterOptions, useFormContext, useFormState } from "react-hook-form";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import type { ProductFields } from "./product-fields.ts";

/** What all parts of the product editor share. */
interface EditorContextValue {
  currency: string;
  /** Whether the product has never been saved. */
  isNew: boolean;
  /** Undefined if it is new. */
  productId: number | undefined;
  optionGroups: OptionGroup[];
  /** Images uploaded here; deleted once the product has its own copies, or when the editor is left. */
  uploaded: Set<number>;
  /** Told while images are being uploaded, as the product can't be saved without them. */
  setUploading: (isUploading: boolean) => void;
}

export const EditorContext = createContext<EditorContextValue>({
  currency: "EUR",
  isNew: true,
  productId: undefined,
  optionGroups: [],
  uploaded: new Set(),
  setUploading: () => undefined,
});
export const useEditor = () => use(EditorContext);

export const useProductForm = () => useFormContext<ProductFields>();

/** Registers fields of the form, with their errors; only those of `names` are followed. */
export function useProductFields(names: FieldPath<ProductFields>[]) {
  const { register, control } = useProductForm();
  const formState = useFormState<ProductFields>({ control, name: names });
  return <Name extends FieldPath<ProductFields>>(name: Name, rules?: RegisterOptions<ProductFields, Name>) =>
    registerField<ProductFields, Name>({ register, formState }, name, rules);
}
