import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { say } from "./say.ts";

/** Says why and when an item can't be withdrawn from; null if it can. */
export function withdrawalExclusionText(exclusion: WithdrawalExclusion): string | null {
  if (exclusion === "perishable") return say("No right of withdrawal, as it is perishable.");
  if (exclusion === "made_to_order") return say("No right of withdrawal, as it is made to order.");
  if (exclusion === "sealed_hygiene") return say("No right of withdrawal once its hygiene seal is broken.");
  if (exclusion === "opened_download") return say("No right of withdrawal once its download has begun.");
  return null;
}
