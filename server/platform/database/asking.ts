import { createHash } from "node:crypto";
import pg from "pg";

type Done = (error: Error | null, result: pg.QueryResult) => void;
/** What of pg's result is known of a statement once it has run: the columns, how each is read, and a row without values. */
interface Columns {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
/** What of pg's client is not in its types; its version is pinned. */
interface Inner {
  connection: {
    stream: { writable: boolean; write(bytes: Uint8Array): boolean; destroy(): void };
    _send(bytes: Uint8Array): boolean;
    describe(what: object): void;
    close(what: object): void;
    sync(): void;
  };
  _getActiveQuery(): unknown;
  _handleCommandComplete(message: object): void;
  _handleReadyForQuery(message: object): void;
  _handleErrorMessage(message: object): void;
}
const inner = pg.Client.prototype as unknown as Inner;

/** A statement with a name, or with values. */
class Question extends pg.Query {
  /** Whether a `Sync` follows it, which the server answers with `ReadyForQuery`. */
  isLast = true;
  readonly name: string | undefined;
  constructor(name: string | undefined, text: string, values?: unknown[]) {
    super(text, values);
    this.name = name;
  }
}

const maxPrepared = 300;
const begins = "begin";
const ends = ["commit", "rollback"];

/**
 * Asks at the least cost. Each statement is planned and its columns are described once per connection: parsing and
 * planning cost more than running most of our queries. What a transaction asks in one breath goes out in one packet and
 * is answered in one: a single `Sync` ends it, so that neither side wakes for each statement (docs/decisions/0014).
 */
export class AskingClient extends pg.Client {
  #seen = new Map<string, string>();
  #columns = new Map<string, Columns>();
  #outbox: Uint8Array[] = [];
  /** The statement that is just being written down. */
  #asking: Question | undefined;
  /** The last statement that no `Sync` follows yet. */
  #open: Question | undefined;
  #isWithin = false;
  /** A statement failed, and the server passes over the others up to the `Sync`. */
  #isPassing = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#write();
  }

  // biome-ignore lint: pg's own overloads are wider than what Kysely calls
  override query(...args: never[]): never {
    // `pool.query` passes a callback and waits for it, Kysely does not.
    const [text, values, done] = args as unknown as [unknown, unknown, Done | undefined];
    const question = this.#question(text, values);
    if (!question) {
      this.#sync();
      return super.query(...(args as unknown as [string])) as never;
    }
    if (done) return this.#ask(question, done) as never;
    return new Promise((resolve, reject) =>
      this.#ask(question, (error, result) => (error ? reject(error) : resolve(result))),
    ) as never;
  }

  override end(...args: never[]): never {
    this.#flush();
    return super.end(...(args as [])) as never;
  }

  #question(text: unknown, values: unknown): Question | undefined {
    if (typeof text !== "string") return undefined;
    if (text === begins || ends.includes(text)) {
      // Behind a statement that fails in the same packet it would be passed over.
      if (text === "rollback") this.#sync();
      this.#isWithin = text === begins;
      return new Question(text, text);
    }
    if (!Array.isArray(values) || values.length === 0) return undefined;
    return new Question(this.#name(text), text, values);
  }

  #ask(question: Question, done: Done) {
    const { name = "" } = question;
    const columns = this.#columns.get(name);
    // pg's question puts down what it found here; where it is known it need not be told again.
    const asked = question as unknown as { _result: Columns; _accumulateRows: boolean };
    asked._accumulateRows = true;
    if (columns) Object.assign(asked._result, columns);
    this.#asking = question;
    try {
      return super.query(
        question as never,
        ((error: Error | null, result: pg.QueryResult) => {
          if (!error && !columns && name !== "") this.#columns.set(name, columnsOf(result));
          // Nobody may get a connection whose transaction could not be ended.
          if (error && name === "rollback") (this as unknown as Inner).connection.stream.destroy();
          done(error, result);
        }) as never,
      );
    } finally {
      this.#asking = undefined;
    }
  }

  /** Keeps what pg writes until the breath is over, and leaves out what nobody needs to hear again. */
  #write() {
    const { connection } = this as unknown as Inner;
    const { describe, close, sync } = connection;
    connection._send = (bytes) => {
      if (this.#outbox.push(bytes) === 1) process.nextTick(() => this.#flush());
      return true;
    };
    connection.describe = (what) => {
      if (!this.#columns.has(this.#asking?.name ?? "")) describe.call(connection, what);
    };
    connection.close = (what) => {
      // Its values could not be written: it is not run, and answered by the `Sync` alone.
      this.#asking = undefined;
      close.call(connection, what);
    };
    connection.sync = () => {
      this.#open = this.#isWithin ? this.#asking : undefined;
      if (this.#open) this.#open.isLast = false;
      else sync.call(connection);
    };
  }

  #sync() {
    if (!this.#open) return;
    this.#open.isLast = true;
    (this as unknown as Inner).connection.sync();
  }

  #flush() {
    this.#sync();
    const { stream } = (this as unknown as Inner).connection;
    const bytes = this.#outbox.splice(0);
    if (bytes.length > 0 && stream.writable) stream.write(Buffer.concat(bytes));
  }

  // What pg calls when an answer comes.

  _handleCommandComplete(message: object) {
    inner._handleCommandComplete.call(this, message);
    const active = (this as unknown as Inner)._getActiveQuery();
    if (active instanceof Question && !active.isLast) inner._handleReadyForQuery.call(this, { status: "T" });
  }

  _handleErrorMessage(message: object) {
    const active = (this as unknown as Inner)._getActiveQuery();
    if (active instanceof Question && !active.isLast) this.#isPassing = true;
    inner._handleErrorMessage.call(this, message);
  }

  _handleReadyForQuery(message: object) {
    inner._handleReadyForQuery.call(this, message);
    while (this.#isPassing) {
      const passed = (this as unknown as Inner)._getActiveQuery();
      this.#isPassing = passed instanceof Question && !passed.isLast;
      if (!passed) return;
      inner._handleErrorMessage.call(this, aftermath());
      inner._handleReadyForQuery.call(this, message);
    }
  }

  /** Only text met before is worth a name; the number of names is bounded, since servers keep them until the connection ends. */
  #name(text: string) {
    const name = this.#seen.get(text);
    if (name !== undefined) return name === "" ? this.#promote(text) : name;
    if (this.#seen.size < maxPrepared) this.#seen.set(text, "");
    return undefined;
  }

  #promote(text: string) {
    const name = createHash("sha1").update(text).digest("base64url");
    this.#seen.set(text, name);
    return name;
  }
}

const columnsOf = (result: unknown): Columns => {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result as Columns;
  return { fields, _parsers, _prebuiltEmptyResultObject };
};

/** The server's own words for a statement after one that failed. */
const aftermath = () =>
  Object.assign(new Error("current transaction is aborted, commands ignored until end of transaction block"), {
    code: "25P02",
  });
