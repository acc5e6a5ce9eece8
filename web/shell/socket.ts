import type { QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#contract/events.ts";
import { clearLive, type LiveFigures, setConnection, updateFigure, useLive } from "#web/api/live-store.ts";
import { refreshAccessToken } from "#web/api/session/refresh-token.ts";
import { expireSession, storedTokens } from "#web/api/session/session.ts";

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const reconnectFirstMs = 1000;
const reconnectMostMs = 5000;
const connectLimitMs = 20_000;
const answerLimitMs = 3000;
const figures = [
  "user_summary",
  "notification_summary",
  "order_summary",
  "review_summary",
  "new_customers",
  "live_visitors",
] as const;

/** Connects the socket and reconnects it when lost. Returns the disconnect function, which also clears the figures. */
export function connectSocket(client: QueryClient): () => void {
  let token: string | undefined;
  let isClosedByServer = false;
  let wasConnected = false;
  const socket: LiveSocket = io({
    transports: ["websocket"],
    auth: (send) => {
      token = storedTokens().access_token;
      send({ token });
    },
    reconnectionDelay: reconnectFirstMs,
    reconnectionDelayMax: reconnectMostMs,
    timeout: connectLimitMs,
  });
  const reconnecting = createReconnect(socket, () => token);
  socket.on("connect", () => {
    reconnecting.reset();
    setConnection(emitOver(socket));
    // Changes while disconnected were missed.
    refetch(client, liveRoutes);
    // The page has just fetched the cart when it connects first.
    if (wasConnected) refetch(client, cartRoutes);
    wasConnected = true;
    // What the account may do has perhaps changed.
    if (isClosedByServer) refetch(client, /^GET \/account\/profile/);
    isClosedByServer = false;
  });
  socket.on("connect_error", (error) => {
    console.error("The socket could not be connected.", error.message);
    setConnection(null);
    // While active, socket.io reconnects by itself.
    if (!socket.active) reconnecting.schedule(error.message === "not_signed_in");
  });
  socket.on("disconnect", (reason) => {
    setConnection(null);
    isClosedByServer = reason === "io server disconnect";
    // The access token has expired, or what the account may do has changed.
    if (isClosedByServer) reconnecting.schedule(true);
  });
  subscribe(socket, client);
  return () => {
    reconnecting.stop();
    socket.disconnect();
    clearLive();
  };
}

/** Reconnects with growing delays and, if asked to, a new access token. */
export function createReconnect(socket: Pick<LiveSocket, "connect">, token: () => string | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isStopped = false;
  const connect = async (renew: boolean) => {
    try {
      const used = token();
      if (renew && used && !(await refreshAccessToken(used))) return expireSession(used);
      // Signed out meanwhile: the next user has a socket of their own.
      if (!isStopped) socket.connect();
    } catch {
      // The server may be restarting.
      schedule(renew);
    }
  };
  const schedule = (renew: boolean) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void connect(renew), Math.min(reconnectFirstMs * 2 ** attempts++, reconnectMostMs));
  };
  return {
    schedule,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
    reset: () => {
      attempts = 0;
    },
  };
}

const emitOver =
  (socket: LiveSocket) =>
  async (event: keyof ClientEvents, message?: object): Promise<boolean> => {
    try {
      const { ok } = await (socket.timeout(answerLimitMs) as unknown as Acknowledging).emitWithAck(
        event,
        message ?? {},
      );
      return ok;
    } catch {
      return false;
    }
  };
interface Acknowledging {
  emitWithAck(event: string, message: object): Promise<{ ok: boolean }>;
}

const liveRoutes = /^GET \/(orders|payments|returns|notifications)/;

const cartRoutes = /^GET \/(cart|checkout)/;

const refetch = (client: QueryClient, route: RegExp) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => route.test(String(queryKey[0])) });

function subscribe(socket: LiveSocket, client: QueryClient) {
  for (const event of figures)
    socket.on(event as "user_summary", (figure) => {
      const before = useLive.getState().notification_summary;
      updateFigure(event as keyof LiveFigures, figure as never);
      // The first value is as old as what the page has just fetched.
      if (event === "notification_summary" && before) refetch(client, /^GET \/(notifications|account\/counts)/);
    });
  socket.on("order_changed", () => refetch(client, /^GET \/(orders|payments|returns|account\/counts)/));
  socket.on("cart_changed", () => refetch(client, cartRoutes));
}
