import type { Db } from "#server/platform/database/database.ts";
import { namedRows } from "./product-index.sql.ts";
import type { Tally } from "./product-index.ts";

const pageOfNames = 2000;
/** Names are not read again for so many times as long as it took: somebody may be at work on many of them. */
const rest = 10;

/**
 * Says whether a tally has the order of names, and else sees to it that it soon will. The order is the database's, whose
 * collation it is, and is read from there page by page. A name that is another by then, or came later, gets no place, so
 * that the order is not used until all has been read again; it does not matter that changes come in between.
 */
export function nameOrder(db: Db): (tally: Tally) => boolean {
  let isReading = false;
  let restsUntil = 0;
  const read = async (tally: Tally) => {
    const begun = performance.now();
    try {
      await placeAll(db, tally);
    } catch {
      // Whoever asked has the database's answer, or its trouble; the next to ask sets this off again.
    } finally {
      isReading = false;
      const now = performance.now();
      restsUntil = now + rest * (now - begun);
    }
  };
  return (tally) => {
    if (tally.knowsNames) return true;
    if (!isReading && performance.now() >= restsUntil) {
      isReading = true;
      void read(tally);
    }
    return false;
  };
}

async function placeAll(db: Db, tally: Tally) {
  tally.forgetNames();
  let place = 0;
  for (let rows = await namedRows(db, undefined, pageOfNames); rows.length > 0; ) {
    for (const { id, name_hash } of rows) tally.placeName(id, name_hash, ++place);
    rows = rows.length < pageOfNames ? [] : await namedRows(db, rows.at(-1), pageOfNames);
  }
}
