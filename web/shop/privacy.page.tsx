import { useSuspenseQuery } from "@tanstack/react-query";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { say } from "#words/say.ts";
import { Clause, Policy, PolicyText, policyData, ToFillIn } from "./policy.tsx";

const page = policyData("privacy");
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function PrivacyPage() {
  return (
    <Policy
      title={say("Privacy policy")}
      path={paths.privacy()}
      description={say("What data we collect, why, and how long we keep it.")}
    >
      <PolicyText policy="privacy">
        <PrivacyTemplate />
      </PolicyText>
    </Policy>
  );
}

/** For shops without a text of their own. */
function PrivacyTemplate() {
  const { other_languages: languages } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <>
      <p>{say("We collect only the data we need to process and deliver your orders.")}</p>
      <ToFillIn
        parts={[
          say("The shop owner's name and postal address, and a contact for privacy questions"),
          say(
            "The carriers and the payment, email and sign-in providers you use, where they're located, and what data each receives",
          ),
          say("How long each type of data is stored, and the legal basis"),
          say("The supervisory authority for complaints"),
        ]}
      />
      <Clause title={say("Data we store")}>
        {say(
          "With an account: your name, email or username, addresses, orders, reviews, wishlist and " +
            "notifications. Your password is stored in hashed form and can't be read. Without an account: " +
            "the contents of your cart, for 30 days.",
        )}{" "}
        {say(
          "If you ask to be emailed when an item is back in stock, we store your email address until 30 days " +
            "after that email, for a year at most. Emails and notifications are deleted after 90 days and a " +
            "year, and what payment providers report after 90 days.",
        )}
      </Clause>
      <Clause title={say("In your browser")}>
        <p>
          {say(
            "We use two cookies. guest_id remembers a guest's cart for 30 days. device_id is set when you " +
              "sign in, so that failed sign-in attempts by others don't lock you out. Your browser also " +
              "stores your session while you're signed in, your recently viewed products, your theme, and " +
              "what you enter at checkout (such as your name, address and email) until you place the order " +
              "or sign out. Pages you've visited are saved for offline use and contain no personal data. We " +
              "don't use tracking or advertising, so we don't ask for consent.",
          )}
        </p>
        {languages.length > 0 && (
          <p>{say("A third cookie, language, remembers the language you choose for a year.")}</p>
        )}
      </Clause>
      <Clause title={say("Who we share data with")}>
        {say(
          "The carrier receives your delivery address, and the payment provider you choose receives the " +
            "amount. We don't share your data with anyone else.",
        )}
      </Clause>
      <Clause title={say("Your rights")}>
        {say(
          "You can view, correct and delete your data in your account, under Profile. To request a copy, " +
            "contact us using the links at the bottom of this page. After you delete your account, we keep " +
            "what the law requires: past orders without your name, and invoices as issued.",
        )}
      </Clause>
    </>
  );
}
