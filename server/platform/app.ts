import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Answer, ApiRoute, Args, Input, ReplyOf } from "#contract/api.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Config } from "./config.ts";
import type { Database, Db } from "#server/platform/database/database.ts";
import type { Events } from "./events.ts";
import type { Once } from "#server/platform/http/idempotency.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/sockets/sockets.ts";
import type { Mail } from "./mailer.ts";
import type { ReadCache, Shows } from "#server/platform/cache/response-cache.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";

/** What a handler knows of the call beside its input. */
export interface Call {
  caller: Caller;
  /** Names what the answer shows, so that it can be kept until that changes (calls declared `cached`). */
  shows: Shows;
  /** The HTTP side, for the few that need cookies, files or redirects; undefined for calls from within. */
  http: { request: FastifyRequest; reply: FastifyReply } | undefined;
  /** The call's idempotency key: what changes something is a step of it, or keeps it `within` its own transaction. */
  once: Once;
}

export type Handler<R extends ApiRoute> = (input: Input<R>, call: Call) => Promise<Answer<R>>;

/** Everything a room builds on: one app for each running shop. */
export interface App {
  config: Config;
  database: Database;
  db: Db;
  log: FastifyBaseLogger;
  now: () => Date;
  bus: Bus;
  events: Events;
  jobs: Jobs;
  live: Live;
  reads: ReadCache;
  tokens: Tokens;
  mail: Mail;
  http: FastifyInstance;
  /** Checks of `/readyz`: each throws a problem while its module cannot answer yet. */
  readiness: (() => Promise<unknown>)[];
  /** Answers a call declared in the contract; permission and input are checked before `handler` runs. */
  handle<R extends ApiRoute>(route: R, handler: Handler<R>, how?: { idempotency: "within" }): void;
  /** Makes a call from within, as nobody in particular: for rendering pages. `shows` hears what the answer depends on. */
  call<R extends ApiRoute>(route: R, args: Args<R>, shows?: Shows): Promise<ReplyOf<R>>;
}
