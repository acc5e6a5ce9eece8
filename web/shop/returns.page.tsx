import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Clause, linkLook, Policy } from "./policy.tsx";

export default function ReturnsPage() {
  return (
    <Policy title="Returns">
      <PageHead
        title="Returns"
        path={paths.returns()}
        description="Send back what you don't like within 30 days, and when you have your money again."
      />
      <p>You have 30 days from the day it arrives to send something back, and need no reason.</p>
      <Clause title="How to return something">
        <ol className="grid list-decimal gap-1 ps-5">
          <li>
            Open the order in{" "}
            <ShopLink to={paths.orders()} className={linkLook}>
              your orders
            </ShopLink>{" "}
            and choose what goes back, or{" "}
            <ShopLink to={paths.contact()} className={linkLook}>
              write to us
            </ShopLink>
            .
          </li>
          <li>Pack it as it came, unused, with its order number inside.</li>
          <li>Send it to the address we tell you, and keep the receipt of the parcel.</li>
        </ol>
      </Clause>
      <Clause title="Your money">
        <p>
          We pay back within 14 days of hearing from you, once the goods are here, by the way you paid. When a whole
          order goes back, its standard delivery is paid back too.
        </p>
      </Clause>
      <Clause title="What can't go back">
        <p>Things made to your order, opened hygiene goods and gift cards that were used.</p>
      </Clause>
      <Clause title="Not as it should be">
        <p>
          What is broken or not what you ordered goes back at our cost, also after the 30 days: the law gives you two
          years, and nothing here takes away any right you have by it.
        </p>
      </Clause>
    </Policy>
  );
}
