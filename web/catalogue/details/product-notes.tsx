import { RotateCcw, ShieldCheck, Truck } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

type Props = Pick<ProductDetails, "returns"> & {
  /** Delivery time and price; null where they aren't shown. */
  delivery: ReactNode;
};

/** Delivery time and price, and the return policy. */
export const DeliveryAndReturns = ({ delivery, returns }: Props) => (
  <ul className="grid gap-3 rounded-lg border border-hairline p-4 text-sm">
    {delivery && <Note icon={<Truck />}>{delivery}</Note>}
    {returns && (
      <Note icon={<RotateCcw />}>
        {returns} <More to={paths.returns()}>{say("Return policy")}</More>
      </Note>
    )}
    <Note icon={<ShieldCheck />}>{say("Secure payment. Instant order confirmation.")}</Note>
  </ul>
);

const More = ({ to, children }: { to: string; children: string }) => (
  <ShopLink to={to} className="underline underline-offset-4">
    {children}
  </ShopLink>
);

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-3 [&_svg]:mt-px [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted">
    {icon}
    <div className="min-w-0 flex-1">{children}</div>
  </li>
);
