import { RotateCcw, ShieldCheck, Truck } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, shopLocale } from "#words/say.ts";
import { DeliveryEstimate } from "./price-and-stock.tsx";

type Props = Pick<ProductDetails, "delivery" | "returns">;

/** Delivery time and price, and the return policy. */
export function DeliveryAndReturns({ delivery, returns }: Props) {
  const locale = shopLocale();
  return (
    <ul className="grid gap-3 rounded-lg border border-hairline p-4 text-sm">
      {delivery && (
        <Note icon={<Truck />}>
          <DeliveryEstimate delivery={delivery} />
          {delivery.free_from &&
            delivery.price.amount > 0 &&
            ` ${say("Free on orders from {price}.", { price: formatMoney(delivery.free_from, locale) })}`}{" "}
          <More to={paths.delivery()}>{say("Delivery")}</More>
        </Note>
      )}
      <Note icon={<RotateCcw />}>
        {returns} <More to={paths.returns()}>{say("Return policy")}</More>
      </Note>
      <Note icon={<ShieldCheck />}>{say("Secure payment. Instant order confirmation.")}</Note>
    </ul>
  );
}

const More = ({ to, children }: { to: string; children: string }) => (
  <ShopLink to={to} className="underline underline-offset-4">
    {children}
  </ShopLink>
);

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-3 [&_svg]:mt-px [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted">
    {icon}
    <span>{children}</span>
  </li>
);
