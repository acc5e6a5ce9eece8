import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";
import { Clause, linkLook, Policy, ToFillIn } from "./policy.tsx";

export default function ReturnsPage() {
  return (
    <Policy title={say("Returns")}>
      <PageHead
        title={say("Returns")}
        path={paths.returns()}
        description={say("How long you can send back what you don't like, and when you have your money again.")}
      />
      <ToFillIn
        parts={[
          say("Which address parcels go back to, and who pays for sending them"),
          say("Which rights the law gives where it sells, and for how long"),
        ]}
      />
      <p>
        {say("How many days you have from the day it arrives stands on the page of each product. You need no reason.")}
      </p>
      <Clause title={say("How to return something")}>
        <ol className="grid list-decimal gap-1 ps-5">
          <li>
            {sayWith("Open the order in {orders} and choose what goes back, or {contact}.", {
              orders: (
                <ShopLink to={paths.orders()} className={linkLook}>
                  {say("your orders")}
                </ShopLink>
              ),
              contact: (
                <ShopLink to={paths.contact()} className={linkLook}>
                  {say("write to us")}
                </ShopLink>
              ),
            })}
          </li>
          <li>{say("Pack it as it came, unused, with its order number inside.")}</li>
          <li>{say("Send it to the address we tell you, and keep the receipt of the parcel.")}</li>
        </ol>
      </Clause>
      <Clause title={say("Your money")}>
        <p>
          {say(
            "We pay back within 14 days of hearing from you, once the goods are here, by the way you paid. When a whole order goes back, its standard delivery is paid back too.",
          )}
        </p>
      </Clause>
      <Clause title={say("What can't go back")}>
        <p>{say("Things made to your order, opened hygiene goods and gift cards that were used.")}</p>
      </Clause>
      <Clause title={say("Not as it should be")}>
        <p>
          {say(
            "What is broken or not what you ordered goes back at our cost, also after that time: the law gives you two years, and nothing here takes away any right you have by it.",
          )}
        </p>
      </Clause>
    </Policy>
  );
}
