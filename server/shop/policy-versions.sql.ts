import { sql } from "kysely";
import type { Policy, PolicyVersion } from "#contract/shop/settings.ts";
import { type Db, findRow, type Tx } from "#server/platform/database/database.ts";
import { listPage, type Page } from "#server/platform/database/lists.sql.ts";

/** The texts of the policy pages at a time: sanitized HTML, null where there was none. */
export type KeptPolicies = Record<Policy, string | null> & { created_at: string };

const inLanguage = (policy: Policy) =>
  sql.raw(`case when t.is_first then coalesce(v.${policy}, t.texts ->> '${policy}')
      else coalesce(t.texts ->> '${policy}', v.${policy}) end as ${policy}`);

/** Those of a version in a language, and where it has no text in that, in the shop's first one then. */
export const findPolicyVersion = (db: Db | Tx, id: number, language: string | null) =>
  findRow<KeptPolicies>(db)`
    select ${inLanguage("privacy")}, ${inLanguage("terms")}, ${inLanguage("delivery")}, ${inLanguage("returns")},
      v.created_at
    from policy_versions v,
      lateral (select v.translations -> ${language}::text as texts, ${language}::text = v.language as is_first) t
    where v.id = ${id}`;

/** Records the policies of the settings, unless they are those of the latest version; `language` is that of the originals. */
export const recordPolicies = (tx: Tx, language: string) =>
  sql`
    insert into policy_versions (privacy, terms, delivery, returns, translations, language)
    select p.privacy, p.terms, p.delivery, p.returns, coalesce(p.policy_translations, '{}'), ${language}::text
    from settings s,
      jsonb_to_record(s.value) as p (privacy text, terms text, delivery text, returns text, policy_translations jsonb)
    where s.name = 'policies'
      and (p.privacy, p.terms, p.delivery, p.returns, coalesce(p.policy_translations, '{}')) is distinct from (
        select (v.privacy, v.terms, v.delivery, v.returns, v.translations)
        from policy_versions v
        order by v.id desc
        limit 1)`.execute(tx);

/** A page of the versions of the policies, newest first. */
export const listPolicyVersions = (db: Db, page: Page) =>
  listPage<PolicyVersion>(
    db,
    {
      columns: sql`id, created_at, language, privacy, terms, delivery, returns, translations`,
      from: sql`policy_versions`,
      where: sql`true`,
      order: sql`id desc`,
    },
    page,
  );
