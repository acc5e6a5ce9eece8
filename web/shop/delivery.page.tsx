import { useSuspenseQuery } from "@tanstack/react-query";
import { pageData } from "#web/api/page-data.ts";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, shopLocale } from "#words/say.ts";
import { Clause, linkLook, Policy } from "./policy.tsx";

const page = pageData({ needs: () => [query("GET /checkout/countries", {})] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function DeliveryPage() {
  const locale = shopLocale();
  const { data: countries, free } = useSuspenseQuery(query("GET /checkout/countries", {})).data;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const named = countries.map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, locale));
  return (
    <Policy title={say("Delivery")}>
      <PageHead
        title={say("Delivery")}
        path={paths.delivery()}
        description={say("Where we deliver, how long it takes and what it costs.")}
      />
      <p>{say("What you order is packed on the next working day and handed to the carrier you choose at checkout.")}</p>
      <Clause title={say("Where we deliver")}>
        <p>{new Intl.ListFormat(locale).format(named)}.</p>
      </Clause>
      <Clause title={say("What it costs")}>
        <p>
          {free && (
            <>
              {say("{country}: orders from {price} can be delivered free.", {
                country: names.of(free.country) ?? free.country,
                price: formatMoney(free.from, locale),
              })}{" "}
            </>
          )}
          {say(
            "The cart shows an estimate; the checkout shows the exact price and days of each way of delivery for your address before you order. There is nothing to pay on top of it at the door.",
          )}
        </p>
      </Clause>
      <Clause title={say("Following your parcel")}>
        <p>
          {sayWith(
            "Once it is sent, your {orders} show where it is. Not at home? The carrier tries again or leaves a note with the nearest shop.",
            {
              orders: (
                <ShopLink to={paths.orders()} className={linkLook}>
                  {say("orders")}
                </ShopLink>
              ),
            },
          )}
        </p>
      </Clause>
      <Clause title={say("Something missing or broken?")}>
        <p>
          {sayWith("{contact} and we send it again or give the money back, whichever you like better.", {
            contact: (
              <ShopLink to={paths.contact()} className={linkLook}>
                {say("Write to us")}
              </ShopLink>
            ),
          })}
        </p>
      </Clause>
    </Policy>
  );
}
