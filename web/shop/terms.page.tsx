import { paths } from "#web/paths.ts";
import { say } from "#words/say.ts";
import { Clause, Policy, PolicyText, policyData, ToFillIn } from "./policy.tsx";

const page = policyData("terms");
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function TermsPage() {
  return (
    <Policy
      title={say("Terms of use")}
      path={paths.terms()}
      description={say("How ordering, payment, delivery and returns work.")}
    >
      <PolicyText policy="terms">
        <p>{say("These terms apply to every order you place with us.")}</p>
        <ToFillIn
          parts={[
            say("The seller's name, postal address, company register number and tax number"),
            say("The governing law and the place of jurisdiction"),
            say("The statutory withdrawal notice and form"),
          ]}
        />
        <Clause title={say("Orders and payment")}>
          {say(
            "You place your order by selecting the button that shows the amount. We reserve its items " +
              "until you pay or the time shown runs out. You're charged exactly the total shown. We confirm " +
              "your order when we receive the payment.",
          )}
        </Clause>
        <Clause title={say("Prices")}>
          {say("Each total says whether it includes tax. Delivery costs are shown before you order.")}
        </Clause>
        <Clause title={say("Delivery")}>
          {say(
            "We deliver to the countries listed at checkout, within the delivery time shown there. You can " +
              "track your order in your account.",
          )}
        </Clause>
        <Clause title={say("Cancellations and returns")}>
          {say(
            "You can cancel an order in your account until it ships, and we'll refund your payment. You " +
              "can return items within the number of days shown on the product page, starting on the day you " +
              "receive them. Your statutory rights aren't affected.",
          )}
        </Clause>
        <Clause title={say("Your account")}>
          {say("Keep your password secret. We may block accounts that are used for fraud.")}
        </Clause>
      </PolicyText>
    </Policy>
  );
}
