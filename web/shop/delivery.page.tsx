import { useSuspenseQuery } from "@tanstack/react-query";
import type { DeliveryRates } from "#contract/shipping.ts";
import type { Shop } from "#contract/shop/shop.ts";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { formatWeight } from "#web/ui/text/weight-format.ts";
import { formatShopNumber, say, shopLocale } from "#words/say.ts";
import { Clause, linkLook, Policy, PolicyText, policyData } from "./policy.tsx";

type Method = DeliveryRates["methods"][number];

const rates = () => query("GET /shipping/rates", {});
const page = policyData("delivery", [rates()]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function DeliveryPage() {
  return (
    <Policy title={say("Delivery")} path={paths.delivery()} description={say("Delivery countries, times and costs.")}>
      <Rates />
      <PolicyText policy="delivery" isPromise>
        <DeliveryTemplate />
      </PolicyText>
    </Policy>
  );
}

/** Where the shop delivers, how long it takes and what it costs. */
function Rates() {
  const { data } = useSuspenseQuery(rates()).data;
  const { weight_unit } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <Clause title={say("Where we deliver")}>
      <Table label={say("Where we deliver")}>
        <thead>
          <tr>
            <HeadCell>{say("Delivery method")}</HeadCell>
            <HeadCell>{say("Business days")}</HeadCell>
            <HeadCell numeric>{say("Price")}</HeadCell>
          </tr>
        </thead>
        {data.map((zone) => (
          <tbody key={`${zone.countries.join()} ${zone.postal_patterns.join()}`}>
            <tr>
              <th scope="rowgroup" colSpan={3} className="bg-sunken px-3 py-2 text-start font-medium">
                {placesOf(zone)}
              </th>
            </tr>
            {zone.methods.map((method) => (
              <Row key={method.name}>
                <Cell>{method.name}</Cell>
                <Cell className="whitespace-nowrap tabular-nums">{daysOf(method)}</Cell>
                <Cell numeric>{priceOf(method, weight_unit)}</Cell>
              </Row>
            ))}
          </tbody>
        ))}
      </Table>
    </Clause>
  );
}

function placesOf({ countries, postal_patterns }: DeliveryRates) {
  const locale = shopLocale();
  const names = countries.map((code) => countryName(code)).sort((a, b) => a.localeCompare(b, locale));
  const list = new Intl.ListFormat(locale).format(names);
  if (postal_patterns.length === 0) return list;
  return say("{countries}, postal codes {codes}", { countries: list, codes: postal_patterns.join(", ") });
}

const daysOf = ({ min_days, max_days }: Method) =>
  [...new Set([min_days, max_days])].map((days) => formatShopNumber(days)).join("–");

function priceOf({ price, max_price, free_from, free_max_weight_g: limit }: Method, unit: Shop["weight_unit"]) {
  if (max_price.amount === 0) return say("Free");
  return (
    <>
      {max_price.amount > price.amount ? say("From {price}", { price: formatMoney(price) }) : formatMoney(price)}
      {free_from && (
        <span className="block text-muted">
          {limit === null
            ? say("Free from {price}", { price: formatMoney(free_from) })
            : say("Free from {price}, up to {weight}", {
                price: formatMoney(free_from),
                weight: formatWeight(limit, unit),
              })}
        </span>
      )}
    </>
  );
}

/** For shops without a text of their own. */
const DeliveryTemplate = () => (
  <>
    <p>{say("We pack your order on the next business day and hand it to the carrier you choose at checkout.")}</p>
    <Clause title={say("Delivery costs")}>
      <p>
        {say(
          "Your cart shows an estimate. At checkout you see the exact cost and delivery time of each " +
            "method for your address before you order.",
        )}{" "}
        {say("Outside our customs union, customs duties and import taxes may be charged on delivery.")}
      </p>
    </Clause>
    <Clause title={say("Track your order")}>
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
