import { cityLine } from "#contract/formats/address-format.ts";
import type { Order } from "#contract/orders/orders.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";

/** An address as on a label. */
export function PostalAddress({ address }: { address: Order["shipping_address"] }) {
  const { fullname, company, vat_id, line1, line2, phone } = address;
  const id = vat_id && say("VAT ID {id}", { id: vat_id });
  const country = countryName(address.country);
  return (
    <address className="grid text-sm not-italic">
      {[fullname, company, id, line1, line2, cityLine(address), country, phone]
        .filter((line) => line)
        .map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
    </address>
  );
}

/** Whether the order has a billing address of its own. */
export const isBilledElsewhere = ({ shipping_address, billing_address }: Order) =>
  JSON.stringify(shipping_address) !== JSON.stringify(billing_address);
