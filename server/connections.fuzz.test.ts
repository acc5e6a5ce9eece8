import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { runs } from "./testing/properties.ts";

const shop = await openTestShop();
const { http } = shop.app;
await http.listen({ port: 0, host: "127.0.0.1" });
const { port } = http.server.address() as AddressInfo;
const { token } = await shop.person();
const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);
for (const event of ["uncaughtException", "unhandledRejection"] as const) process.on(event, onError);
afterAll(() => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.off(event, onError);
});

const socketPath = "/socket.io/?EIO=4&transport=websocket";
const paths = fc.oneof(
  { weight: 4, arbitrary: fc.constant(socketPath) },
  fc.constantFrom(
    "/",
    "*",
    "/v1/shop",
    "//socket.io/",
    "/socket.io/",
    "/socket.io/?EIO=3&transport=websocket",
    "/socket.io/?EIO=4&transport=polling",
    "/socket.io/?EIO=4&transport=__proto__",
    "/socket.io/?EIO=4&transport=websocket&sid=constructor",
    "/socket.io/\\..\\?EIO=4&transport=websocket",
    "/socket.io/%?EIO=4&transport=websocket",
    "/socket.io/?EIO=4&EIO=4&transport=websocket&transport=websocket",
    "http://[::1/socket.io/?EIO=4&transport=websocket",
  ),
);
const methods = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  fc.constantFrom("POST", "CONNECT", "HEAD", "PRI"),
);
const headers = fc.record({
  Connection: fc.oneof(
    { weight: 6, arbitrary: fc.constant("Upgrade") },
    fc.constantFrom("close", "keep-alive, upgrade", ""),
  ),
  Upgrade: fc.oneof({ weight: 6, arbitrary: fc.constant("websocket") }, fc.constantFrom("h2c", "websocket, foo", "")),
  "Sec-WebSocket-Version": fc.oneof({ weight: 6, arbitrary: fc.constant("13") }, fc.constantFrom("8", "x")),
  "Sec-WebSocket-Key": fc.oneof(
    { weight: 6, arbitrary: fc.constant("dGhlIHNhbXBsZSBub25jZQ==") },
    fc.constantFrom("", "short"),
  ),
  "Sec-WebSocket-Extensions": fc.constantFrom("", "permessage-deflate", "permessage-deflate; x=;", ",,;"),
  Origin: fc.constantFrom("https://shop.example", "\u0001", "null"),
  "Content-Length": fc.oneof({ weight: 6, arbitrary: fc.constant("0") }, fc.constantFrom("5", "-1", "9".repeat(30))),
  Expect: fc.constantFrom("", "", "", "100-continue", "x"),
});

/** What a browser's socket says, and what none would. */
const messages = fc.oneof(
  fc.constantFrom(
    "40",
    `40${JSON.stringify({ token })}`,
    '40{"token":{"toString":1,"valueOf":1}}',
    '40{"token":{"toString":null}}',
    `40{"token":${"[".repeat(4000)}${"]".repeat(4000)}}`,
    '40{"token":"x","pid":{},"offset":[]}',
    "40null",
    "40[]",
    "40/admin,{}",
    "40/__proto__,",
    "41",
    '42["mark_all_notifications_read"]',
    '421["read_notification",{"notification_id":{"toString":1}}]',
    '42["error",1]',
    '42["disconnect"]',
    '42["__proto__"]',
    "42{}",
    "431[]",
    '451-["read_notification",{"_placeholder":true,"num":0}]',
    '4599999999-["x",{"_placeholder":true,"num":1}]',
    "44{}",
    "2probe",
    "3",
    "5",
    "6",
    "",
    "9",
    "4",
  ),
  fc.string({ maxLength: 40 }),
);

/** A frame as RFC 6455 has it, apart from what is drawn otherwise. */
const frames = fc
  .record({
    fin: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    reserved: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 4, 7)),
    opcode: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, fc.constantFrom(0, 2, 3, 8, 9, 10, 15)),
    masked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    claimed: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(1, 65_536, 2 ** 31, 2 ** 53)),
    message: messages,
  })
  .map(frameOf);

interface Frame {
  fin: boolean;
  reserved: number;
  opcode: number;
  masked: boolean;
  claimed: number | undefined;
  message: string;
}
function frameOf({ fin, reserved, opcode, masked, claimed, message }: Frame): Buffer {
  const payload = Buffer.from(message);
  const length = claimed ?? payload.length;
  const bit = masked ? 128 : 0;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (fin ? 128 : 0) | (reserved << 4) | opcode;
  head[1] = bit | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  // A mask of zeros changes nothing.
  return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), payload]);
}

const leaves = fc.constantFrom("end", "reset", "destroy", "stop reading and reset");
const conversations = fc.record({
  method: methods,
  path: paths,
  headers,
  frames: fc.array(frames, { maxLength: 6 }),
  leave: leaves,
});

type Conversation = typeof conversations extends fc.Arbitrary<infer Value> ? Value : never;

async function speak({ method, path, headers: sent, frames: said, leave }: Conversation) {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  const lines = Object.entries(sent).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const answered = Promise.race([once(socket, "data"), once(socket, "close")]);
  const isSplit = said.length % 2 === 0;
  socket.write(isSplit ? head : Buffer.concat([head, ...said]));
  if (leave === "stop reading and reset") socket.pause();
  else await answered;
  if (isSplit) for (const frame of said) socket.write(frame);
  await new Promise((resolve) => setImmediate(resolve));
  leaveConnection(socket, leave);
}

function leaveConnection(socket: Socket, leave: string) {
  if (leave === "end") socket.resume().end();
  else if (leave === "destroy") socket.destroy();
  else socket.resetAndDestroy();
}

const openConnections = () =>
  new Promise<number>((resolve) => http.server.getConnections((_error, open) => resolve(open ?? 0)));

test("C11 whatever a connection sends and however it ends, it is closed and the shop answers", async () => {
  const say = async (conversation: Conversation) => {
    await speak(conversation);
    expect(errors).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(conversations, say), { numRuns: runs(300, 20_000) });
  await vi.waitFor(async () => expect(await openConnections()).toBe(0), 20_000);
  expect((await fetch(`http://127.0.0.1:${port}/v1/shop`)).status).toBe(200);
  expect(errors).toEqual([]);
});
