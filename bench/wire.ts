import { connect, type Socket } from "node:net";

/** One kept connection that makes a call at a time, at a cost next to nothing: what is measured is the shop. */
export interface Wire {
  /** Sends a call below /v1 and answers its JSON; throws on anything but a success. */
  ask<T>(route: string, headers: Record<string, string>, body?: unknown): Promise<T>;
  close(): void;
}

/** Opens a connection to a shop. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((open, fail) => socket.once("connect", open).once("error", fail));
  return {
    ask: async (route, headers, body) => {
      const [method, path] = route.split(" ");
      const text = body === undefined ? "" : JSON.stringify(body);
      const all = {
        host: `${hostname}:${port}`,
        ...(text ? { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) } : {}),
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const answer = answerOn(socket);
      socket.write(`${method} /v1${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
      const { status, json } = await answer;
      if (status >= 300) throw new Error(`${route}: ${status} ${json}`);
      return JSON.parse(json);
    },
    close: () => void socket.destroy(),
  };
}

/** The next answer on a connection. The shop names the length of each. */
function answerOn(socket: Socket): Promise<{ status: number; json: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; json: string }>();
  let got: Buffer = Buffer.alloc(0);
  const hear = (chunk: Buffer) => {
    got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
    const end = got.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = got.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (got.length < end + 4 + length) return;
    done();
    resolve({ status: Number(head.slice(9, 12)), json: got.toString("utf8", end + 4, end + 4 + length) });
  };
  const fail = () => {
    done();
    reject(new Error("the shop hung up"));
  };
  const done = () => socket.off("data", hear).off("close", fail);
  socket.on("data", hear).once("close", fail);
  return promise;
}
