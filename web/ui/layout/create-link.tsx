import { Plus } from "lucide-react";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { ShopLink } from "./shop-link.tsx";

/** The link of a list to the page where something new is made; not shown to those who may not. */
export function CreateLink({ to, children }: { to: string; children: string }) {
  if (useReadOnly()) return null;
  return (
    <ShopLink to={to} className={buttonLook({ look: "primary", size: "small" })}>
      <Plus aria-hidden="true" />
      {children}
    </ShopLink>
  );
}
