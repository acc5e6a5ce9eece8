import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, Args, ExportedList, HandlerResult, Input, ReplyOf, RowOf } from "#contract/api.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { SigningKeys } from "#server/platform/auth/signing-key.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { AddCacheTags, ResponseCache } from "#server/platform/cache/response-cache.ts";
import type { Fields, Objects, RecordedObject } from "#server/platform/changes/objects.ts";
import type { Columns } from "#server/platform/csv.ts";
import type { Database, Db, Tx } from "#server/platform/database/database.ts";
import type { CacheTag } from "#server/platform/database/transaction.ts";
import type { Idempotency } from "#server/platform/http/idempotency.ts";
import type { RateLimiter } from "#server/platform/http/rate-limit.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Sockets } from "#server/platform/sockets/sockets.ts";
import type { Config } from "./config.ts";
import type { Events } from "./events.ts";
import type { Mailer } from "./mailer.ts";

/** The context of a call, besides its input. */
export interface Call {
  caller: Caller;
  /** Names what the response depends on: one of an endpoint declared `cached` is cached until that changes. */
  addCacheTags: AddCacheTags;
  /** For cookies, files and redirects; undefined for calls in process. */
  http: { request: FastifyRequest; reply: FastifyReply } | undefined;
  /** Runs the writes of the call at most once for its Idempotency-Key. */
  idempotency: Idempotency;
  change: ChangeDetails;
}

/** The most ids of other objects that a change records, to restore what they belonged to. */
export const maxRecorded = 1000;

/** What a handler adds to the recorded change of its write, and the changes that can be undone. */
export interface ChangeDetails {
  before?: Fields;
  after?: Fields;
  undoIds: number[];
}

export type Handler<R extends ApiRoute> = (input: Input<R>, call: Call) => Promise<HandlerResult<R>>;
/** The `data` of a response; nothing for an endpoint without a reply. */
type Data<R extends ApiRoute> = HandlerResult<R> extends { data: infer T } ? T : void;

/** What a write is about, where that is not the object of its path. */
export interface About<Input> {
  object?: ObjectName;
  id?: (input: Input) => string | number;
  /**
   * Whether it leaves the quantities of its object alone, such as the stock of a product: they stay unlocked then, so that
   * nobody waits for it who changes them.
   */
  keepsQuantities?: (tx: Tx, input: Input) => boolean | Promise<boolean>;
  /** Its handler records what it changes, such as each of several objects, by `change` or `changes`. */
  recordsItself?: true;
  /** Runs around the transaction and the answer, such as to add the current object to a problem. */
  around?: <Result>(input: Input, call: Call, run: () => Promise<Result>) => Promise<Result>;
}

/** The services of one running server, used by every module. */
export interface App {
  config: Config;
  database: Database;
  db: Db;
  log: FastifyBaseLogger;
  now: () => Date;
  bus: Bus;
  events: Events;
  jobs: Jobs;
  sockets: Sockets;
  responseCache: ResponseCache;
  /** The signing keys, loaded at the start. */
  keys: SigningKeys;
  tokens: Tokens;
  mailer: Mailer;
  http: FastifyInstance;
  /** Limits what an address asks for outside of the API, whose endpoints are limited by themselves. */
  limit: RateLimiter;
  /** Checks of `/readyz`: each throws a problem while its module cannot answer yet. */
  readiness: (() => Promise<unknown>)[];
  /**
   * Registers the handler of an endpoint of the contract; permission and input are checked before it runs. With
   * `savesOwnAnswer` it calls `idempotency.saveAnswer` in its transaction, and a write of the dashboard that
   * `recordsItself` its changes in theirs, by `change`.
   */
  handle<R extends ApiRoute>(
    route: R,
    handler: Handler<R>,
    options?: { savesOwnAnswer?: true; recordsItself?: true },
  ): void;
  /**
   * Registers the export of a list (`GET /tags/export`), a CSV file of all its rows, as they are filtered; `perPage` at a time
   * where they can be long.
   */
  handleExport<R extends ExportedList>(list: R, columns: Columns<RowOf<R>>, options?: { perPage?: number }): void;
  /** Registers a handler that returns the `data` of the response, which depends on these tags. */
  answer<R extends ApiRoute>(
    route: R,
    handler: (input: Input<R>, call: Call) => Data<R> | Promise<Data<R>>,
    ...cacheTags: CacheTag[]
  ): void;
  /** Registers a handler that returns one page of a list. */
  answerPage<R extends ApiRoute>(
    route: R,
    handler: (input: Input<R>, call: Call) => Promise<{ rows: Data<R>; total: number }>,
  ): void;
  /**
   * Registers a handler that runs in a transaction, once for its Idempotency-Key; `answer` makes the `data`, which is not
   * saved for the key, of what it returned. That runs after the commit and must be safe to repeat.
   */
  write<R extends ApiRoute, Saved>(
    route: R,
    handler: (tx: Tx, input: Input<R>, call: Call) => Promise<Saved>,
    about: About<Input<R>> & { answer: (saved: Saved, input: Input<R>, call: Call) => Data<R> | Promise<Data<R>> },
  ): void;
  /** Registers a dashboard write whose handler returns the `data`. */
  write<R extends ApiRoute>(
    route: R,
    handler: (tx: Tx, input: Input<R>, call: Call) => Promise<Data<R>>,
    about?: About<Input<R>>,
  ): void;
  /**
   * Runs a write of one of several objects, such as of a bulk action, and records its change as if it was made by the
   * endpoint `action`. Without an id it creates the object, whose id is in the result. `name` says what it is called, if
   * its own fields don't.
   */
  change<Result>(
    tx: Tx,
    of: { object: ObjectName; id?: number | string; name?: string; action: ApiRoute },
    call: Call,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Records a change of each of several objects that one write changes. Those that don't exist have none. */
  changes<Result>(
    tx: Tx,
    of: { object: ObjectName; ids: readonly (number | string)[]; action: ApiRoute; keepsQuantities?: boolean },
    call: Call,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Registers an object whose writes record what they change with themselves, so that it can be undone. */
  object<State extends Fields>(name: ObjectName, recorded: RecordedObject<State>): void;
  objects: Objects;
  /** Calls an endpoint in this process without authentication, for rendering pages. */
  call<R extends ApiRoute>(route: R, args: Args<R>, addCacheTags?: AddCacheTags): Promise<ReplyOf<R>>;
  /** Calls the endpoint that undoes a write, for its caller. Throws what that endpoint throws. */
  undoWrite(route: ApiRoute, params: Record<string, string>, call: Call): Promise<void>;
}
