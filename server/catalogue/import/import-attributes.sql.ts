import { sql } from "kysely";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

export interface TypeRow {
  id: number;
  name: string;
  slug: string;
  is_shippable: boolean;
}
export interface OptionGroupRow {
  id: number;
  name: string;
  code: string;
}
export interface OptionValueRow {
  id: number;
  option_group_id: number;
  label: string;
  code: string;
}

/** Serializes imports here, so that two of them can't both create the tag "new". */
export const lockAttributes = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('vocabulary'))`.execute(tx);

export const listTypeRows = (tx: Tx) => listRows<TypeRow>(tx)`select id, name, slug, is_shippable from product_types`;

export const insertTypes = (tx: Tx, types: Omit<TypeRow, "id">[]) =>
  listRows<TypeRow>(tx)`
    insert into product_types (name, slug, is_shippable)
    select name, slug, is_shippable
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t (name text, slug text, is_shippable boolean)
    returning id, name, slug, is_shippable`;

/** The tags of these names, null for those that are missing, and `key`, which is the same for names of one tag. */
export const findTagsNamed = (tx: Tx, names: string[]) =>
  listRows<{ name: string; key: string; id: number | null }>(tx)`
    select wanted.name, lower(wanted.name) as key, t.id
    from unnest(${names}::text[]) with ordinality as wanted (name, place)
    left join tags t on lower(t.name) = lower(wanted.name)
    order by place`;

export const listTagSlugs = (tx: Tx) => listValues<string>(tx)`select slug from tags`;

export const insertTags = (tx: Tx, tags: { name: string; slug: string }[]) =>
  listRows<{ key: string; id: number }>(tx)`
    insert into tags (name, slug)
    select name, slug
    from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as t (name text, slug text)
    returning lower(name) as key, id`;

/** How the shop writes options: the groups with these names and their values among these labels, in lower case. */
export const listOptionSpellings = (db: Db, names: readonly string[], labels: readonly string[]) =>
  listRows<{ name: string; label: string | null }>(db)`
    select g.name, v.label
    from option_groups g
    left join option_values v on v.option_group_id = g.id and lower(v.label) = any(${labels}::text[])
    where lower(g.name) = any(${names}::text[])`;

export const listOptionGroupRows = (tx: Tx) => listRows<OptionGroupRow>(tx)`select id, name, code from option_groups`;

export const insertOptionGroups = (tx: Tx, groups: Omit<OptionGroupRow, "id">[]) =>
  listRows<OptionGroupRow>(tx)`
    insert into option_groups (name, code, position)
    select name, code, (select coalesce(max(position) + 1, 0) from option_groups) + row_number() over () - 1
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g (name text, code text)
    returning id, name, code`;

export const listOptionValueRows = (tx: Tx, groupIds: number[]) =>
  listRows<OptionValueRow>(tx)`
    select id, option_group_id, label, code
    from option_values
    where option_group_id = any(${groupIds}::bigint[])`;

export const insertOptionValues = (tx: Tx, values: Omit<OptionValueRow, "id">[]) =>
  listRows<OptionValueRow>(tx)`
    insert into option_values (option_group_id, label, code, position)
    select v.option_group_id, v.label, v.code,
      (select coalesce(max(o.position) + 1, 0) from option_values o where o.option_group_id = v.option_group_id)
        + row_number() over (partition by v.option_group_id order by v.place) - 1
    from rows from (
        jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as (option_group_id bigint, label text, code text)
      )
      with ordinality as v (option_group_id, label, code, place)
    returning id, option_group_id, label, code`;
