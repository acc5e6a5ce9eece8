import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { Clause, Policy, ToFillIn } from "./policy.tsx";

export default function PrivacyPage() {
  return (
    <Policy title={say("Privacy policy")}>
      <PageHead
        title={say("Privacy policy")}
        path={paths.privacy()}
        description={say("What this shop keeps about you, why, and for how long.")}
      />
      <p>{say("We keep what we need to sell you things and to send them to you, and nothing else.")}</p>
      <ToFillIn
        parts={[
          say("Who runs the shop, with a postal address, and who answers questions about privacy"),
          say(
            "Which carriers, payment, mail and sign-in providers it uses, where they are, and what each gets to know",
          ),
          say("How long each thing is kept and on what legal ground"),
          say("Which authority takes complaints"),
        ]}
      />
      <Clause title={say("What we keep")}>
        <p>
          {say(
            "With an account: your name, e-mail or username, addresses, orders, reviews, wishes and notifications. Your password is kept in a form that can't be read back. Without an account: the contents of your cart, for 30 days.",
          )}
        </p>
      </Clause>
      <Clause title={say("In your browser")}>
        <p>
          {say(
            "Two cookies: guest_id remembers a guest's cart for 30 days, and device_id, set when you sign in, keeps strangers who guess passwords from locking you out. While you are signed in, your browser keeps your session; what you looked at last and the colour scheme you chose stay in your browser alone. What you type at the checkout, your name, address and e-mail among it, is kept there until the order is placed or you sign out. Pages you have seen are kept to open without a network; nothing personal is in them. There is no tracking and no advertising, so there is nothing to consent to.",
          )}
        </p>
      </Clause>
      <Clause title={say("Who else sees it")}>
        <p>
          {say(
            "The carrier that brings your order sees its address. The payment provider you choose sees the amount. Nobody else does.",
          )}
        </p>
      </Clause>
      <Clause title={say("Your rights")}>
        <p>
          {say(
            "You can see, correct and delete what we keep in your account, under Profile. Write to us, by any way at the foot of this page, to have it sent to you. Of past orders we then keep what the law has us keep: orders without your name, and invoices as they were issued.",
          )}
        </p>
      </Clause>
    </Policy>
  );
}
