import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

const maxTermsPerDay = 2000;

/** Counts a search that found nothing. New words past a limit for the day are let go, so that nobody can fill the disk. */
export const insertZeroResultSearch = (db: Db, term: string, day: Date) =>
  sql`
    insert into vain_searches as v (day, term)
    select ${day}::date, ${term}
    where exists (select from vain_searches where day = ${day}::date and term = ${term})
      or (select count(*) from vain_searches where day = ${day}::date) < ${maxTermsPerDay}::int
    on conflict (day, term) do update set searches = v.searches + 1`.execute(db);

/** What was searched for in vain since a day, oftenest first. */
export async function listZeroResultSearches(db: Db, since: Date, limit: number) {
  const { rows } = await sql<{ term: string; searches: number }>`
    select term, sum(searches)::int as searches
    from vain_searches
    where day >= ${since}::date
    group by term
    order by sum(searches) desc, term
    limit ${limit}`.execute(db);
  return rows;
}

export const deleteZeroResultSearches = (db: Db, before: Date) =>
  sql`delete from vain_searches where day < ${before}::date`.execute(db);
