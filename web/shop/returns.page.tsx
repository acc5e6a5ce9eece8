import { minWithdrawalDays } from "#contract/formats/withdrawal-days.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { formatShopNumber, say } from "#words/say.ts";
import { Clause, linkLook, Policy, PolicyText, policyData, ToFillIn } from "./policy.tsx";

const page = policyData("returns");
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function ReturnsPage() {
  return (
    <Policy
      title={say("Returns")}
      path={paths.returns()}
      description={say("How to return items and when you get your refund.")}
    >
      <PolicyText policy="returns" isPromise>
        <ReturnsTemplate />
      </PolicyText>
    </Policy>
  );
}

/** For shops without a text of their own. */
const ReturnsTemplate = () => (
  <>
    <ToFillIn
      parts={[
        say("The return address, and who pays for return shipping"),
        say("The statutory rights of customers in your sales countries, and their periods"),
      ]}
    />
    <p>
      {say(
        "Each product page shows how many days you have to return the item after delivery. You don't need to give a reason.",
      )}
    </p>
    <Withdrawal />
    <Clause title={say("How to return an item")}>
      <ol className="grid list-decimal gap-1 ps-5">
        <li>
          {sayWith("Open the order in {orders} and select the items to return, or {contact}.", {
            orders: (
              <ShopLink to={paths.orders()} className={linkLook}>
                {say("your orders")}
              </ShopLink>
            ),
            contact: (
              <ShopLink to={paths.contact()} className={linkLook}>
                {say("contact us")}
              </ShopLink>
            ),
          })}
        </li>
        <li>{say("Pack the unused item in its original packaging and include your order number.")}</li>
        <li>{say("Send it to the address we give you and keep the shipping receipt.")}</li>
      </ol>
    </Clause>
    <Clause title={say("Refunds")}>
      {say(
        "We refund your original payment method within 14 days of your return request, once we've received the " +
          "items. What you paid in cash or by bank transfer, we transfer to the account you name. If you return a " +
          "whole order, we also refund standard delivery.",
      )}
    </Clause>
    <Clause title={say("Items that can't be returned")}>
      {say("Custom-made items, opened hygiene products and used gift cards.")}
    </Clause>
    <Clause title={say("Damaged or incorrect items")}>
      {say(
        "If an item is damaged or isn't what you ordered, we pay for its return, even after the return " +
          "period. Your statutory rights, including the two-year guarantee, aren't affected.",
      )}
    </Clause>
  </>
);

const Withdrawal = () => (
  <Clause title={say("Right of withdrawal")}>
    <p>
      {sayWith(
        "You can withdraw from the contract without giving a reason until {days} days after the last delivery, or longer if the product page gives you more days to return the item: {withdraw}.",
        {
          days: formatShopNumber(minWithdrawalDays),
          withdraw: (
            <ShopLink to={paths.withdraw()} className={linkLook}>
              {say("Withdraw from contract here")}
            </ShopLink>
          ),
        },
      )}
    </p>
    <p>
      {say(
        "You needn't wait for our approval: what we haven't shipped is cancelled at once, and our receipt says where to send the rest.",
      )}
    </p>
    <p>
      {say(
        "We check items without this right, items you name in your own words and late withdrawals, and answer by email.",
      )}
    </p>
  </Clause>
);
