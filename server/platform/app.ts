import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, Args, HandlerResult, Input, ReplyOf } from "#contract/api.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { AddCacheTags, ResponseCache } from "#server/platform/cache/response-cache.ts";
import type { Database, Db } from "#server/platform/database/database.ts";
import type { Idempotency } from "#server/platform/http/idempotency.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Sockets } from "#server/platform/sockets/sockets.ts";
import type { Config } from "./config.ts";
import type { Events } from "./events.ts";
import type { Mailer } from "./mailer.ts";

/** What a handler knows of the call besides its input. */
export interface Call {
  caller: Caller;
  /** Names what the answer depends on, so that it is cached until that changes (endpoints declared `cached`). */
  addCacheTags: AddCacheTags;
  /** The HTTP side, for the few that need cookies, files or redirects; undefined for calls from within. */
  http: { request: FastifyRequest; reply: FastifyReply } | undefined;
  /** Runs the writes of the call at most once for its Idempotency-Key. */
  idempotency: Idempotency;
}

export type Handler<R extends ApiRoute> = (input: Input<R>, call: Call) => Promise<HandlerResult<R>>;

/** What every module builds on: one for each running server. */
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
  tokens: Tokens;
  mailer: Mailer;
  http: FastifyInstance;
  /** Checks of `/readyz`: each throws a problem while its module cannot answer yet. */
  readiness: (() => Promise<unknown>)[];
  /**
   * Registers the handler of an endpoint of the contract; permission and input are checked before it runs. With
   * `savesOwnAnswer` it calls `idempotency.saveAnswer` in its transaction.
   */
  handle<R extends ApiRoute>(route: R, handler: Handler<R>, options?: { savesOwnAnswer: true }): void;
  /** Calls an endpoint in this process, as nobody in particular: for rendering pages. */
  call<R extends ApiRoute>(route: R, args: Args<R>, addCacheTags?: AddCacheTags): Promise<ReplyOf<R>>;
}
