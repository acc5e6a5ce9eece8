import { useSuspenseQuery } from "@tanstack/react-query";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, shopLocale } from "#words/say.ts";
import { Clause, linkLook, Policy, PolicyText, policyData } from "./policy.tsx";

const page = policyData("delivery", [query("GET /checkout/countries", {})]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function DeliveryPage() {
  return (
    <Policy title={say("Delivery")}>
      <PageHead
        title={say("Delivery")}
        path={paths.delivery()}
        description={say("Delivery countries, times and costs.")}
      />
      <PolicyText policy="delivery">
        <DeliveryTemplate />
      </PolicyText>
    </Policy>
  );
}

/** Where the shop delivers and what it costs, for shops without a text of their own. */
function DeliveryTemplate() {
  const locale = shopLocale();
  const { data: countries, free } = useSuspenseQuery(query("GET /checkout/countries", {})).data;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const named = countries.map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, locale));
  return (
    <>
      <p>{say("We pack your order on the next business day and hand it to the carrier you choose at checkout.")}</p>
      <Clause title={say("Where we deliver")}>
        <p>{new Intl.ListFormat(locale).format(named)}.</p>
      </Clause>
      <Clause title={say("Delivery costs")}>
        <p>
          {free && (
            <>
              {say("{country}: free delivery on orders from {price}.", {
                country: names.of(free.country) ?? free.country,
                price: formatMoney(free.from, locale),
              })}{" "}
            </>
          )}
          {say(
            "Your cart shows an estimate. At checkout you see the exact cost and delivery time of each method for your address before you order.",
          )}{" "}
          {say("Outside our customs union, customs duties and import taxes may be charged on delivery.")}
        </p>
      </Clause>
      <Clause title={say("Tracking your order")}>
        <p>
          {sayWith(
            "Once it ships, you can track it in your {orders}. If you're not home, the carrier tries again or leaves a pickup notice.",
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
      <Clause title={say("Missing or damaged items?")}>
        <p>
          {sayWith("{contact}, and we'll replace or refund it.", {
            contact: (
              <ShopLink to={paths.contact()} className={linkLook}>
                {say("Send us a message")}
              </ShopLink>
            ),
          })}
        </p>
      </Clause>
    </>
  );
}
