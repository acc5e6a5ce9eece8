import { createContext, use } from "react";
import { useFormContext } from "react-hook-form";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { TypedProduct } from "./product-fields.ts";

/** What all parts of the product editor know. */
interface Desk {
  currency: string;
  /** The product has never been saved. */
  isNew: boolean;
  optionGroups: OptionGroup[];
  /** Pictures that were sent from here; they are let go once the product has its own copies, or is left. */
  uploaded: Set<number>;
}

export const DeskContext = createContext<Desk>({
  currency: "EUR",
  isNew: true,
  optionGroups: [],
  uploaded: new Set(),
});
export const useDesk = () => use(DeskContext);

/** The form the parts of the editor share. */
export const useProductForm = () => useFormContext<TypedProduct>();
