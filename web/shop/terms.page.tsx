import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { Clause, Policy, ToFillIn } from "./policy.tsx";

export default function TermsPage() {
  return (
    <Policy title={say("Terms of use")}>
      <PageHead
        title={say("Terms of use")}
        path={paths.terms()}
        description={say("How ordering, paying, delivery and returns work in this shop.")}
      />
      <p>{say("These terms hold for every order you place here.")}</p>
      <ToFillIn
        parts={[
          say("Who sells: name, postal address, register and tax number"),
          say("Which law holds, and where disputes are settled"),
          say("The notice and the form for withdrawing from a purchase, as the law words them"),
        ]}
      />
      <Clause title={say("Ordering and paying")}>
        <p>
          {say(
            "Your order is placed when you press the button that names the amount, and is held for you until you have paid it or the time shown has run out. You are charged the total you saw, never another. An order is confirmed once its payment has arrived.",
          )}
        </p>
      </Clause>
      <Clause title={say("Prices")}>
        <p>{say("Whether tax is included stands beside each total. Delivery is shown before you order.")}</p>
      </Clause>
      <Clause title={say("Delivery")}>
        <p>
          {say(
            "We deliver to the countries the checkout offers, in the days it names. You see in your account when your order is on its way.",
          )}
        </p>
      </Clause>
      <Clause title={say("Cancelling and returning")}>
        <p>
          {say(
            "Until it is sent you can cancel an order in your account, and what you paid goes back. You can return what you bought within the days its page names, from the day you receive it; the law of your country may give you more, and nothing here takes it away.",
          )}
        </p>
      </Clause>
      <Clause title={say("Your account")}>
        <p>
          {say("Keep your password to yourself. We may block an account that is used to cheat us or other customers.")}
        </p>
      </Clause>
    </Policy>
  );
}
