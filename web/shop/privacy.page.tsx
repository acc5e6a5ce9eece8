import { useSuspenseQuery } from "@tanstack/react-query";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { say } from "#words/say.ts";
import { Clause, Policy, PolicyText, policyData, ToFillIn } from "./policy.tsx";
import { RetentionList, retentionQuery } from "./retention-list.tsx";
import { StoredItemList } from "./stored-item-list.tsx";

const page = policyData("privacy", [retentionQuery()]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export default function PrivacyPage() {
  const shop = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <Policy
      title={say("Privacy policy")}
      path={paths.privacy()}
      description={say("What data we collect, why, and how long we keep it.")}
    >
      <PolicyText policy="privacy">
        <PrivacyTemplate />
      </PolicyText>
      <RetentionList />
      <StoredItemList shop={shop} />
    </Policy>
  );
}

/** For shops without a text of their own. */
function PrivacyTemplate() {
  return (
    <>
      <p>{say("We collect only the data we need to process and deliver your orders.")}</p>
      <ToFillIn
        parts={[
          say("The shop owner's name and postal address, and a contact for privacy questions"),
          say(
            "The carriers and the payment, email and sign-in providers you use, where they're located, and what data each receives",
          ),
          say("The legal basis for each type of data"),
          say("The supervisory authority for complaints"),
        ]}
      />
      <Clause title={say("Data we store")}>
        {say(
          "With an account: your name, email or username, addresses, orders, reviews, wishlist and " +
            "notifications. Your password is stored in hashed form and can't be read. Without an account: " +
            "the contents of your cart, and what you enter to order.",
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
