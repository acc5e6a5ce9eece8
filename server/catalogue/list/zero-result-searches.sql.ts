import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

const maxTermsPerDay = 2000;

/**
 * Counts a search that found nothing. New terms past a limit per day are not stored, so that nobody can fill the disk.
 */
export const insertZeroResultSearch = (db: Db, term: string, day: Date) =>
  sql`
    insert into zero_result_searches as v (day, term)
    select ${day}::date, ${term}
    where exists (select from zero_result_searches where day = ${day}::date and term = ${term})
      or (select count(*) from zero_result_searches where day = ${day}::date) < ${maxTermsPerDay}::int
    on conflict (day, term) do update set searches = v.searches + 1`.execute(db);

/** Searches without results since a day, most frequent first. */
export async function listZeroResultSearches(db: Db, since: Date, limit: number) {
  const { rows } = await sql<{ term: string; searches: number }>`
    select term, sum(searches)::int as searches
    from zero_result_searches
    where day >= ${since}::date
    group by term
    order by sum(searches) desc, term
    limit ${limit}`.execute(db);
  return rows;
}

export const deleteZeroResultSearches = (db: Db, before: Date) =>
  sql`delete from zero_result_searches where day < ${before}::date`.execute(db);
