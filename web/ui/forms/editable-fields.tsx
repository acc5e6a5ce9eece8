import type { ReactNode } from "react";
import { useReadOnly } from "./button.tsx";

/** The fields of a form: disabled and without their buttons where the user may not change the page. */
export const EditableFields = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useReadOnly()} className="contents [&:disabled_button]:hidden">
    {children}
  </fieldset>
);
