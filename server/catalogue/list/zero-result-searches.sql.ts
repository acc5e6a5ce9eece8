import { sql } from "kysely";
import { type Db, findRow, listRows } from "#server/platform/database/database.ts";

/** Counts a search without results, up to `maxTerms` new terms a day. Returns whether this was the last new one. */
export async function insertZeroResultSearch(db: Db, term: string, { day, maxTerms }: { day: Date; maxTerms: number }) {
  const row = await findRow<{ is_last: boolean }>(db)`
    insert into zero_result_searches as v (day, term)
    select ${day}::date, ${term}
    where exists (select from zero_result_searches where day = ${day}::date and term = ${term})
      or (select count(*) from zero_result_searches where day = ${day}::date) < ${maxTerms}::int
    on conflict (day, term) do update set searches = v.searches + 1
    returning searches = 1 and ${maxTerms - 1}::int = (
      select count(*)
      from zero_result_searches
      where day = ${day}::date
    ) as is_last`;
  return row?.is_last ?? false;
}

/** Searches without results since a day, most frequent first. */
export const listZeroResultSearches = (db: Db, since: Date, limit: number) =>
  listRows<{ term: string; searches: number }>(db)`
    select term, sum(searches)::int as searches
    from zero_result_searches
    where day >= ${since}::date
    group by term
    order by sum(searches) desc, term
    limit ${limit}`;

export const deleteZeroResultSearches = (db: Db, before: Date) =>
  sql`delete from zero_result_searches where day < ${before}::date`.execute(db);
