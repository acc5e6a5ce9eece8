import type { Server as HttpServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import type { ClientEvents, ServerEvents } from "#contract/events.ts";
import { PermissionArea } from "#contract/resources/permissions.ts";
import { type AuthParts, type Caller, mayRead, type SignedInUser, userOf } from "#server/platform/auth/caller.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { Config } from "#server/platform/config.ts";
import { type Db, listRows } from "#server/platform/database/database.ts";
import type { CacheTag } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import type { RateLimiter } from "#server/platform/http/rate-limit.ts";
import { closeUnread, countEvents, limitSockets } from "./socket-limits.ts";

type User = Extract<Caller, { kind: "user" }>;
type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];
type Unnumbered<E extends keyof ServerEvents> = Omit<Payload<E>, "seq">;
type SocketServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, { user: SignedInUser }>;
type UserSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, { user: SignedInUser }>;
type OnClientEvent = (user: User, message: unknown) => Promise<void>;

interface AdminFigure<E extends keyof ServerEvents> {
  area: PermissionArea;
  tags: CacheTag[];
  compute: () => Promise<Unnumbered<E>>;
}

export interface Sockets {
  /** Sends a figure to who may read its area: when they connect and, at most once a second, when a tag changes. */
  pushToAdmins<E extends keyof ServerEvents>(event: E, figure: AdminFigure<E>): void;
  /** Sends a user a figure of theirs when they connect and, at most once a second, when `<prefix>:<user id>` changes. */
  pushToUser<E extends keyof ServerEvents>(
    event: E,
    prefix: string,
    compute: (user: User) => Promise<Unnumbered<E>>,
  ): void;
  /** Sends a user what a tag itself says; `read` answers undefined for tags that are not meant. */
  forward<E extends keyof ServerEvents>(
    event: E,
    read: (tag: CacheTag) => { userId: number; payload: Payload<E> } | undefined,
  ): void;
  /** Handles an event a browser sends. It is acknowledged with whether `handler` succeeded. */
  onClientEvent(event: keyof ClientEvents, handler: OnClientEvent): void;
  attach(server: HttpServer): void;
  close(): Promise<void>;
}

interface Parts extends AuthParts {
  config: Config;
  bus: Bus;
  limit: RateLimiter;
  log: { warn(details: object, line: string): void };
}

const coalesceMs = 1000;
/** Of one socket; those of all sockets of an address count with its calls. */
const maxEventsPerMinute = 100;
/** Open sockets of an account in a process: the windows of a team that shares one. */
const maxOpenOfAccount = 100;
const areaRoomOf = (area: PermissionArea) => `area:${area}`;
/** What changes the account closes its sockets, which connect again. */
const accountRoomOf = (userId: number) => `account:${userId}`;
const roomOf = (userId: number) => `user:${userId}`;

/** What the functions below share. */
interface Registry {
  io: SocketServer;
  db: Db;
  onConnect: ((socket: UserSocket) => Promise<void>)[];
  clientEvents: { event: keyof ClientEvents; handler: OnClientEvent }[];
  /** Counts an event of a socket. Throws `too_many_requests`. */
  countEvent(socket: UserSocket): Promise<void>;
  onTags: ((tags: CacheTag[], missed: boolean) => void)[];
  /** Logs what fails instead of throwing. */
  run(work: () => Promise<void>): void;
}

/**
 * The sockets of this process. Figures are absolute and computed here, so each process serves its own sockets and they
 * only share the tags of what changed (docs/decisions/0006).
 */
export function createSockets({ config, limit, log, bus, db, tokens, responseCache }: Parts): Sockets {
  const io = openServer({ config, limit });
  const run = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => log.warn({ err: error }, "a socket message was not sent"));
  const countEvent = countEvents(config, limit);
  const registry: Registry = { io, db, onConnect: [], clientEvents: [], countEvent, onTags: [], run };

  /** The user whose valid access token the socket has. Browsers send any JSON as the token. */
  const findUser = async (socket: UserSocket) => readUser(socket).catch(() => undefined);
  const readUser = async ({ handshake }: UserSocket) => {
    const { token } = handshake.auth;
    return typeof token === "string" ? userOf(token, { db, tokens, responseCache }) : undefined;
  };
  const refresh = once(() => refreshSockets(registry, readUser));
  // socket.io ignores the promises of its callbacks, so each callback handles its own errors.
  io.use((socket, next) => {
    const signIn = async () => {
      const user = await findUser(socket);
      if (!user) return next(new Error("not_signed_in"));
      if ((io.sockets.adapter.rooms.get(accountRoomOf(user.id))?.size ?? 0) >= maxOpenOfAccount)
        return next(new Error("too_many_requests"));
      socket.data.user = user;
      next();
    };
    void signIn().catch((error: unknown) => closeFailed(socket, error, log));
  });
  io.on("connection", (socket) => {
    const open = async () => {
      openSocket(socket, registry);
      // The account may have changed after it was read and before its room was joined.
      if (!isDeepStrictEqual(await findUser(socket), socket.data.user)) socket.disconnect(true);
    };
    void open().catch((error: unknown) => closeFailed(socket, error, log));
  });
  bus.subscribe((tags, missed) => {
    for (const tag of tags) if (tag.startsWith("account:")) io.in(tag).disconnectSockets(true);
    if (missed && bus.isConnected()) run(refresh);
    for (const onTags of registry.onTags) onTags(tags, missed);
  });

  return {
    pushToAdmins: (event, figure) => pushToAdmins(registry, event, figure),
    pushToUser: (event, prefix, compute) => pushToUser(registry, event, prefix, compute),
    forward: (event, read) => {
      registry.onTags.push((tags) => {
        for (const item of tags.map(read)) if (item) emit(io.to(roomOf(item.userId)), event, item.payload);
      });
    },
    onClientEvent: (event, handler) => void registry.clientEvents.push({ event, handler }),
    attach: (server) => void io.attach(server),
    close: async () => {
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

const openServer = ({ config, limit }: Pick<Parts, "config" | "limit">): SocketServer =>
  new Server({
    transports: ["websocket"],
    // Other upgrades are handled in connections.ts.
    destroyUpgrade: false,
    // A stranger's connection must say who it is within this time, and sends tokens only.
    connectTimeout: 10_000,
    maxHttpBufferSize: 16_384,
    allowRequest: limitSockets(config, limit),
    serveClient: false,
    path: "/socket.io/",
  });

/** After changes may have been missed: sockets of accounts that changed are closed, the others get their figures. */
async function refreshSockets(
  { io, onConnect }: Registry,
  readUser: (socket: UserSocket) => Promise<SignedInUser | undefined>,
) {
  for (const socket of io.sockets.sockets.values() as Iterable<UserSocket>) {
    const user = await readUser(socket).catch((error: unknown) => {
      // A lost database says nothing about the account.
      if (!(error instanceof Problem) || error.status === 503) throw error;
      return undefined;
    });
    if (!isDeepStrictEqual(user, socket.data.user)) socket.disconnect(true);
    else if (!user?.mustSetUpTwoFactor) for (const connected of onConnect) await connected(socket);
  }
}

/** An error of one connection closes that connection only. */
/** Logs why a socket failed, with its address, and closes that one. */
export function closeFailed(
  socket: { handshake: Pick<UserSocket["handshake"], "address">; conn: Pick<UserSocket["conn"], "close"> },
  error: unknown,
  log: Pick<Parts["log"], "warn">,
) {
  log.warn({ err: error, address: socket.handshake.address }, "a socket failed and is closed");
  socket.conn.close();
}

function openSocket(socket: UserSocket, { onConnect, clientEvents, countEvent, run }: Registry) {
  const { user } = socket.data;
  closeUnread(socket);
  // Nobody's: what a client sent can't be read, and its connection is closed.
  socket.on("error", () => undefined);
  void socket.join(accountRoomOf(user.id));
  closeWithToken(socket, user.tokenEnds);
  if (user.mustSetUpTwoFactor) return;
  void socket.join([roomOf(user.id), ...PermissionArea.options.filter((area) => mayRead(user, area)).map(areaRoomOf)]);
  const isAllowed = limitPerMinute(maxEventsPerMinute);
  socket.use((_event, next) => {
    if (!isAllowed()) return;
    // One that is refused is not acknowledged.
    countEvent(socket).then(
      () => next(),
      () => undefined,
    );
  });
  for (const { event, handler } of clientEvents)
    socket.on(event, (...args: unknown[]) => void acknowledge(args, (message) => handler(user, message)));
  for (const connected of onConnect) run(() => connected(socket));
}

/** Runs one at a time; a call while it runs makes it run once more. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isDue = false;
  return () => {
    isDue = true;
    running ??= (async () => {
      while (isDue) {
        isDue = false;
        await work();
      }
    })().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Whether another event of this minute is allowed; counts it. */
function limitPerMinute(most: number) {
  let [minute, count] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    count = now === minute ? count + 1 : 1;
    minute = now;
    return count <= most;
  };
}

/** A socket is closed when its access token expires; the browser reconnects with a fresh one. */
function closeWithToken(socket: UserSocket, tokenEnds: Date) {
  const timer = setTimeout(() => socket.disconnect(true), Math.max(0, tokenEnds.getTime() - Date.now())).unref();
  socket.on("disconnect", () => clearTimeout(timer));
}

function pushToAdmins<E extends keyof ServerEvents>(
  { io, db, run, onTags, onConnect }: Registry,
  event: E,
  { area, tags, compute }: AdminFigure<E>,
) {
  const room = areaRoomOf(area);
  const isAnyConnected = () => (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0;
  const push = throttle(() =>
    run(async () => void (isAnyConnected() && emit(io.to(room), event, await numbered(db, compute)))),
  );
  onTags.push((changed, missed) => (missed || changed.some((tag) => tags.includes(tag))) && push());
  onConnect.push(async (socket) => {
    if (mayRead(socket.data.user, area)) emit(socket, event, await numbered(db, compute));
  });
}

function pushToUser<E extends keyof ServerEvents>(
  { io, db, run, onTags, onConnect }: Registry,
  event: E,
  prefix: string,
  compute: (user: User) => Promise<Unnumbered<E>>,
) {
  const push = throttlePerUser((userId) =>
    run(async () => {
      const [socket] = (await io.in(roomOf(userId)).fetchSockets()) as unknown as UserSocket[];
      if (socket) emit(io.to(roomOf(userId)), event, await numbered(db, () => compute(socket.data.user)));
    }),
  );
  onTags.push((tags) => {
    for (const tag of tags) if (tag.startsWith(`${prefix}:`)) push(Number(tag.slice(prefix.length + 1)));
  });
  onConnect.push(async (socket) => emit(socket, event, await numbered(db, () => compute(socket.data.user))));
}

const emit = (room: Pick<SocketServer, "emit">, event: keyof ServerEvents, payload: object) =>
  (room as { emit(event: string, payload: object): void }).emit(event, payload);

/** Numbers a figure before it is computed, so that browsers drop one that arrives late. */
async function numbered<T extends object>(db: Db, compute: () => Promise<T>): Promise<T & { seq: number }> {
  const rows = await listRows<{ seq: number }>(db)`select nextval('live_seq')::int8 as seq`;
  return { ...(await compute()), seq: rows[0]?.seq ?? 0 };
}

/** Runs at most once a second, the first time at once, and always once after the last call. */
function throttle(run: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let lastRun = 0;
  return () => {
    if (timer) return;
    const wait = Math.max(0, lastRun + coalesceMs - Date.now());
    timer = setTimeout(() => {
      timer = undefined;
      lastRun = Date.now();
      run();
    }, wait).unref();
  };
}

/** Runs at most once a second for each user. */
function throttlePerUser(run: (userId: number) => void) {
  /** Users of the last second, and whether they were pushed to again in it. */
  const recent = new Map<number, boolean>();
  const push = (userId: number) => {
    const isRecent = recent.has(userId);
    recent.set(userId, isRecent);
    if (isRecent) return;
    run(userId);
    setTimeout(() => {
      const isDueAgain = recent.get(userId);
      recent.delete(userId);
      if (isDueAgain) push(userId);
    }, coalesceMs).unref();
  };
  return push;
}

async function acknowledge(args: unknown[], handle: (message: unknown) => Promise<void>) {
  const done = args.findLast((arg) => typeof arg === "function") as ((answer: { ok: boolean }) => void) | undefined;
  try {
    await handle(typeof args[0] === "function" ? undefined : args[0]);
    done?.({ ok: true });
  } catch {
    done?.({ ok: false });
  }
}
