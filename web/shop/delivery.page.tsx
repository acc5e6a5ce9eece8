import { useSuspenseQuery } from "@tanstack/react-query";
import { pageData } from "#web/api/page-data.ts";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useLocale } from "#web/ui/words.ts";
import { Clause, linkLook, Policy } from "./policy.tsx";

const page = pageData({ needs: () => [query("GET /checkout/countries", {})] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function DeliveryPage() {
  const locale = useLocale();
  const { free_delivery_from: freeFrom } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const countries = useSuspenseQuery(query("GET /checkout/countries", {})).data.data;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const named = countries.map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, locale));
  return (
    <Policy title="Delivery">
      <PageHead
        title="Delivery"
        path={paths.delivery()}
        description="Where we deliver, how long it takes and what it costs."
      />
      <p>What you order is packed on the next working day and handed to the carrier you choose at checkout.</p>
      <Clause title="Where we deliver">
        <p>{new Intl.ListFormat(locale).format(named)}.</p>
      </Clause>
      <Clause title="What it costs">
        <p>
          {freeFrom && freeFrom.amount > 0 && (
            <>Orders from {formatMoney(freeFrom, locale)} are delivered free by the standard way. </>
          )}
          The cart shows an estimate; the checkout shows the exact price and days of each way of delivery for your
          address before you order. There is nothing to pay on top of it at the door.
        </p>
      </Clause>
      <Clause title="Following your parcel">
        <p>
          Once it is sent, your{" "}
          <ShopLink to={paths.orders()} className={linkLook}>
            orders
          </ShopLink>{" "}
          show where it is. Not at home? The carrier tries again or leaves a note with the nearest shop.
        </p>
      </Clause>
      <Clause title="Something missing or broken?">
        <p>
          <ShopLink to={paths.contact()} className={linkLook}>
            Write to us
          </ShopLink>{" "}
          and we send it again or give the money back, whichever you like better.
        </p>
      </Clause>
    </Policy>
  );
}
