import type { Shop } from "#contract/shop/shop.ts";
import { say } from "#words/say.ts";
import { Clause } from "./policy.tsx";
import { kindLabels, lifetimeOf, needOf, storedItems } from "./stored-items.ts";

/** What the shop stores in a customer's browser, from the list that tests compare with what browsers hold. */
export const StoredItemList = ({ shop }: { shop: Pick<Shop, "recently_viewed"> }) => (
  <Clause title={say("In your browser")}>
    <p>
      {say("This is everything the shop stores in your browser. We don't use tracking or advertising.")}{" "}
      {say("You can delete it in the settings of your browser at any time.")}
    </p>
    <ul
      aria-label={say("In your browser")}
      className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
    >
      {storedItems
        .filter(({ isForStaff, setting }) => !isForStaff && (setting === undefined || shop[setting]))
        .map((item) => (
          <li key={item.names.join()} className="grid gap-x-6 gap-y-2 p-3 text-sm sm:grid-cols-[11rem_1fr]">
            <div className="min-w-0">
              <span className="block text-muted">{say(kindLabels[item.kind])}</span>
              {item.names.map((name) => (
                <bdi key={name} className="block font-mono wrap-anywhere">
                  {name}
                </bdi>
              ))}
            </div>
            <div className="grid min-w-0 content-start gap-2">
              <p>{say(item.purpose)}</p>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3">
                <dt className="text-muted">{say("Stored for")}</dt>
                <dd>{lifetimeOf(item)}</dd>
                <dt className="text-muted">{say("Strictly necessary")}</dt>
                <dd>{needOf(item)}</dd>
              </dl>
            </div>
          </li>
        ))}
    </ul>
  </Clause>
);
