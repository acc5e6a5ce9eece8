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
const figures = ["user_summary", "notification_summary", "order_summary", "new_customers"] as const;

/** Opens the live line to the shop and keeps it open. Returns how to hang up, which also forgets every figure. */
export function connectSocket(client: QueryClient): () => void {
  let token: string | undefined;
  const line: LiveSocket = io({
    transports: ["websocket"],
    auth: (give) => {
      token = storedTokens().access_token;
      give({ token });
    },
    reconnectionDelay: reconnectFirstMs,
    reconnectionDelayMax: reconnectMostMs,
    timeout: connectLimitMs,
  });
  const refused = whenRefused(line, () => token);
  line.on("connect", () => {
    refused.forget();
    setConnection(sayOver(line));
    // What moved since it was fetched, while nobody listened, is told by nothing else.
    askAnew(client, ordersMoved);
  });
  line.on("connect_error", (error) => {
    console.error("The live line could not be opened.", error.message);
    setConnection(null);
    // Otherwise socket.io tries again by itself.
    if (!line.active) refused.again(error.message === "not_signed_in");
  });
  line.on("disconnect", (reason) => {
    setConnection(null);
    // The shop hung up, as it does when the access token has run out.
    if (reason === "io server disconnect") refused.again(true);
  });
  hear(line, client);
  return () => {
    refused.stop();
    line.disconnect();
    clearLive();
  };
}

/** Tries again with growing delays, with a fresh token where the old one was refused. */
function whenRefused(line: LiveSocket, token: () => string | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const connect = async (renew: boolean) => {
    try {
      const used = token();
      if (renew && used && !(await refreshAccessToken(used))) return expireSession();
      line.connect();
    } catch {
      // The shop could not say: it may be starting anew.
      again(renew);
    }
  };
  const again = (renew: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(renew), Math.min(reconnectFirstMs * 2 ** attempts++, reconnectMostMs));
  };
  return {
    again,
    stop: () => clearTimeout(timer),
    forget: () => {
      attempts = 0;
    },
  };
}

const sayOver =
  (line: LiveSocket) =>
  async (event: keyof ClientEvents, message?: object): Promise<boolean> => {
    try {
      const { ok } = await (line.timeout(answerLimitMs) as unknown as Asking).emitWithAck(event, message ?? {});
      return ok;
    } catch {
      return false;
    }
  };
interface Asking {
  emitWithAck(event: string, message: object): Promise<{ ok: boolean }>;
}

const ordersMoved = /^GET \/(orders|payments|returns|notifications)/;

const askAnew = (client: QueryClient, route: RegExp) =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => route.test(String(queryKey[0])) });

function hear(line: LiveSocket, client: QueryClient) {
  for (const event of figures)
    line.on(event as "user_summary", (figure) => {
      const before = useLive.getState().notification_summary;
      updateFigure(event as keyof LiveFigures, figure as never);
      // The first one only says what was just fetched anyway.
      if (event === "notification_summary" && before) askAnew(client, /^GET \/(notifications|account\/counts)/);
    });
  line.on("order_changed", () => askAnew(client, /^GET \/(orders|payments|returns|account\/counts)/));
  line.on("cart_changed", () => askAnew(client, /^GET \/(cart|checkout)/));
}
