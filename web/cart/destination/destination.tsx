import { Suspense, useId, useState } from "react";
import type { Cart } from "#contract/cart.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatDeliveryDates } from "#web/ui/text/delivery-dates.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { say } from "#words/say.ts";

const DestinationForm = lazyComponent(() => import("./destination-form.tsx").then((part) => part.DestinationForm));

type Destination = NonNullable<Cart["destination"]>;

/** The destination of the estimates, with a form to change it. */
export function DestinationLine({ destination }: { destination: Destination }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <span>{say("Delivery to {country}", { country: destinationName(destination) })}</span>
        <span aria-hidden="true">·</span>
        <Button look="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {say("Change")} <span className="sr-only">{say("delivery destination")}</span>
        </Button>
      </p>
      <div id={id} hidden={!open}>
        {open && (
          <Suspense fallback={<Skeleton className="h-40 rounded" />}>
            <DestinationForm destination={destination} onDone={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** "Austria", or "Austria, 1010". */
export const destinationName = ({ country, postal_code }: Destination) =>
  [countryName(country), postal_code].filter(Boolean).join(", ");

/** Where and when a cart is delivered, and whether duties may be charged. */
export function CartDelivery({ cart }: { cart: Cart }) {
  const { destination, shipping_method: method, requires_shipping } = cart;
  if (!destination || !requires_shipping) return null;
  return (
    <div className="grid gap-1 text-sm">
      <DestinationLine destination={destination} />
      {method ? (
        <p className="text-muted">
          <ArrivalDates method={method} />
        </p>
      ) : (
        <p className="text-danger">{say("We can't deliver this cart there. Choose another destination.")}</p>
      )}
      {cart.is_reverse_charge && (
        <p className="text-muted">
          {say("Prices are without VAT, as your VAT ID was confirmed. It is checked again at the checkout.")}
        </p>
      )}
      {cart.is_tax_deducted && !cart.is_reverse_charge && (
        <p className="text-muted">{say("Prices are without tax, which isn't charged at this destination.")}</p>
      )}
      {destination.has_duties && method && <p className="text-muted">{dutiesText()}</p>}
    </div>
  );
}

/** "Arrives Thu, Nov 26 – Mon, Nov 30." */
export function ArrivalDates({ method }: { method: { min_days: number; max_days: number } }) {
  const now = useNow(null);
  return say("Arrives {dates}.", { dates: formatDeliveryDates(method, shopTime(now)) });
}

export const dutiesText = () => say("Customs duties and import taxes may be charged on delivery.");
