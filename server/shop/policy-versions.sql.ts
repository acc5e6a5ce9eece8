import { sql } from "kysely";
import type { Policy } from "#contract/shop/settings.ts";
import { type Db, findRow, type Tx } from "#server/platform/database/database.ts";

/** The texts of the policy pages at a time: sanitized HTML, null where there was none. */
export type PolicyVersion = Record<Policy, string | null> & { created_at: string };

export const findPolicyVersion = (db: Db | Tx, id: number) =>
  findRow<PolicyVersion>(db)`
    select privacy, terms, delivery, returns, created_at
    from policy_versions
    where id = ${id}`;

/** Records the policies of the settings, unless they are those of the latest version. */
export const recordPolicies = (tx: Tx) =>
  sql`
    insert into policy_versions (privacy, terms, delivery, returns)
    select p.privacy, p.terms, p.delivery, p.returns
    from settings s, jsonb_to_record(s.value) as p (privacy text, terms text, delivery text, returns text)
    where s.name = 'policies' and (p.privacy, p.terms, p.delivery, p.returns) is distinct from (
      select (v.privacy, v.terms, v.delivery, v.returns)
      from policy_versions v
      order by v.id desc
      limit 1)`.execute(tx);
