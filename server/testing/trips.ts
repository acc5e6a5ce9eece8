import pg from "pg";

export interface Trips {
  /** Each statement sent, the first words of it. */
  statements: string[];
  /** How often somebody had to wait for the database: statements sent together share a trip. */
  trips: number;
}

/** Counts what `work` asks of the database through any pool of this process. */
export async function countTrips(work: () => Promise<unknown>): Promise<Trips> {
  const counted: Trips = { statements: [], trips: 0 };
  const under = new Map<object, number>();
  const ask = pg.Client.prototype.query as (this: object, ...args: unknown[]) => unknown;
  const listening = function (this: object, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    const waiting = under.get(this) ?? 0;
    if (waiting === 0) counted.trips++;
    counted.statements.push(
      (typeof asked === "string" ? asked : asked.text).trim().replaceAll(/\s+/g, " ").slice(0, 80),
    );
    under.set(this, waiting + 1);
    const answered = () => void under.set(this, (under.get(this) ?? 1) - 1);
    const done = args.at(-1);
    if (typeof done !== "function") {
      const answer = ask.apply(this, args);
      if (answer instanceof Promise) answer.then(answered, answered);
      return answer;
    }
    return ask.call(this, ...args.slice(0, -1), (...said: unknown[]) => {
      answered();
      done(...said);
    });
  };
  pg.Client.prototype.query = listening as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = ask as never;
  }
  return counted;
}
