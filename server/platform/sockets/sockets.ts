import type { Server as HttpServer } from "node:http";
import { sql } from "kysely";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import type { ClientEvents, ServerEvents } from "#contract/events.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import { type Caller, type SignedPerson, userOf } from "#server/platform/auth/caller.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";
import type { Topic } from "#server/platform/database/transaction.ts";

type Person = Extract<Caller, { kind: "user" }>;
type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];
type Unnumbered<E extends keyof ServerEvents> = Omit<Payload<E>, "seq">;
type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, { person: SignedPerson }>;
type Plug = Socket<ClientEvents, ServerEvents, DefaultEventsMap, { person: SignedPerson }>;

export interface Live {
  /** A figure all administrators see: sent when they connect and, at most once a second, when one of `when` changes. */
  figure<E extends keyof ServerEvents>(event: E, when: Topic[], compute: () => Promise<Unnumbered<E>>): void;
  /** A figure of one person: sent when they connect and when the topic `<prefix>:<user id>` changes. */
  personal<E extends keyof ServerEvents>(
    event: E,
    prefix: string,
    compute: (person: Person) => Promise<Unnumbered<E>>,
  ): void;
  /** News for one person, read off a topic; `read` answers undefined for topics that are none. */
  news<E extends keyof ServerEvents>(
    event: E,
    read: (topic: Topic) => { userId: number; payload: Payload<E> } | undefined,
  ): void;
  /** What the browser may say. The acknowledgement tells whether it was done. */
  hear(event: keyof ClientEvents, act: (person: Person, message: unknown) => Promise<void>): void;
  attach(server: HttpServer): void;
  close(): Promise<void>;
}

interface Wiring {
  db: Db;
  bus: Bus;
  tokens: Tokens;
  log: { warn(details: object, line: string): void };
}

const coalesceMs = 1000;
const admins = "admins";
const roomOf = (userId: number) => `user:${userId}`;

/** What the functions below share: the sockets, and what rooms have asked to be done with them. */
interface Desk {
  io: Io;
  db: Db;
  greetings: ((socket: Plug) => Promise<void>)[];
  ears: { event: keyof ClientEvents; act: (person: Person, message: unknown) => Promise<void> }[];
  watchers: ((topics: Topic[], missed: boolean) => void)[];
  tryTo(work: () => Promise<void>): void;
}

/** The sockets of this process. Figures are absolute and computed here, so that any process can tell its own sockets (docs/decisions/0006). */
export function liveSockets({ db, bus, tokens, log }: Wiring): Live {
  const io: Io = new Server({
    transports: ["websocket"],
    destroyUpgrade: false,
    serveClient: false,
    path: "/socket.io/",
  });
  const tryTo = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => log.warn({ err: error }, "a live message was not sent"));
  const desk: Desk = { io, db, greetings: [], ears: [], watchers: [], tryTo };

  io.use((socket, next) => void admitSocket(socket, tokens, db).then(next));
  io.on("connection", (socket) => welcome(socket, desk));
  bus.listen((topics, missed) => {
    for (const topic of topics)
      if (topic.startsWith("account:")) io.in(roomOf(Number(topic.slice(8)))).disconnectSockets(true);
    for (const watch of desk.watchers) watch(topics, missed);
  });

  return {
    figure: (event, when, compute) => showFigure(desk, event, when, compute),
    personal: (event, prefix, compute) => showPersonal(desk, event, prefix, compute),
    news: (event, read) => {
      desk.watchers.push((topics) => {
        for (const item of topics.map(read)) if (item) send(io.to(roomOf(item.userId)), event, item.payload);
      });
    },
    hear: (event, act) => void desk.ears.push({ event, act }),
    attach: (server) => void io.attach(server),
    close: async () => {
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

/** Undefined for whoever carries a good access token, else the error a connecting browser is told. */
async function admitSocket(socket: Plug, tokens: Tokens, db: Db): Promise<Error | undefined> {
  try {
    socket.data.person = await userOf(String(socket.handshake.auth.token ?? ""), tokens, db);
    return undefined;
  } catch {
    return new Error("not_signed_in");
  }
}

function welcome(socket: Plug, { greetings, ears, tryTo }: Desk) {
  const { person } = socket.data;
  void socket.join(person.role === "admin" ? [roomOf(person.id), admins] : roomOf(person.id));
  endWithToken(socket, person.tokenEnds);
  for (const { event, act } of ears)
    socket.on(event, (...said: unknown[]) => void answer(said, (message) => act(person, message)));
  for (const greet of greetings) tryTo(() => greet(socket));
}

/** A socket lives no longer than the access token it came with; the browser comes back with a fresh one. */
function endWithToken(socket: Plug, tokenEnds: Date) {
  const ending = setTimeout(() => socket.disconnect(true), Math.max(0, tokenEnds.getTime() - Date.now())).unref();
  socket.on("disconnect", () => clearTimeout(ending));
}

function showFigure<E extends keyof ServerEvents>(
  { io, db, tryTo, watchers, greetings }: Desk,
  event: E,
  when: Topic[],
  compute: () => Promise<Unnumbered<E>>,
) {
  const present = () => (io.sockets.adapter.rooms.get(admins)?.size ?? 0) > 0;
  const tell = coalesced(() =>
    tryTo(async () => void (present() && send(io.to(admins), event, await numbered(db, compute)))),
  );
  watchers.push((topics, missed) => (missed || topics.some((topic) => when.includes(topic))) && tell());
  greetings.push(async (socket) => {
    if (socket.data.person.role === "admin") send(socket, event, await numbered(db, compute));
  });
}

function showPersonal<E extends keyof ServerEvents>(
  { io, db, tryTo, watchers, greetings }: Desk,
  event: E,
  prefix: string,
  compute: (person: Person) => Promise<Unnumbered<E>>,
) {
  const tell = async (userId: number) => {
    const [socket] = (await io.in(roomOf(userId)).fetchSockets()) as unknown as Plug[];
    if (socket) send(io.to(roomOf(userId)), event, await numbered(db, () => compute(socket.data.person)));
  };
  watchers.push((topics) => {
    for (const topic of topics)
      if (topic.startsWith(`${prefix}:`)) tryTo(() => tell(Number(topic.slice(prefix.length + 1))));
  });
  greetings.push(async (socket) => send(socket, event, await numbered(db, () => compute(socket.data.person))));
}

const send = (room: Pick<Io, "emit">, event: keyof ServerEvents, payload: object) =>
  (room as { emit(event: string, payload: object): void }).emit(event, payload);

async function numbered<T extends object>(db: Db, compute: () => Promise<T>): Promise<T & { seq: number }> {
  const { rows } = await sql<{ seq: number }>`select nextval('live_seq')::int8 as seq`.execute(db);
  return { ...(await compute()), seq: rows[0]?.seq ?? 0 };
}

/** At most one run a second, the first at once, and always one after the last call. */
function coalesced(run: () => void) {
  let waiting: NodeJS.Timeout | undefined;
  let last = 0;
  return () => {
    if (waiting) return;
    const wait = Math.max(0, last + coalesceMs - Date.now());
    waiting = setTimeout(() => {
      waiting = undefined;
      last = Date.now();
      run();
    }, wait).unref();
  };
}

async function answer(said: unknown[], act: (message: unknown) => Promise<void>) {
  const done = said.findLast((part) => typeof part === "function") as ((answer: { ok: boolean }) => void) | undefined;
  try {
    await act(typeof said[0] === "function" ? undefined : said[0]);
    done?.({ ok: true });
  } catch {
    done?.({ ok: false });
  }
}
