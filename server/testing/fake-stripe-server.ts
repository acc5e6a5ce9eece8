import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import { bodyOf, FakeStripe, type Fields, StripeError } from "./fake-stripe.ts";

/** `lost`: requests are processed, but their responses never arrive. */
type ConnectionState = "up" | "down" | "lost" | "failing";

export interface FakeStripeServer {
  account: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string };
  fakeStripe: FakeStripe;
  /** All requests in order: `POST /v1/refunds`. */
  requests: string[];
  connection: ConnectionState;
  /** The webhooks since the last call, signed by Stripe's own library. */
  takeWebhooks(): { raw: string; signature: string }[];
  close(): Promise<void>;
}

/**
 * A local server with the parts of Stripe's API that the shop uses: PaymentIntents, refunds, idempotency keys and errors
 * behave as https://docs.stripe.com/api describes them. Customers act at Stripe through `fakeStripe`.
 */
export async function startFakeStripe(): Promise<FakeStripeServer> {
  const fakeStripe = new FakeStripe();
  const account = {
    secretKey: "sk_test_standin",
    publishableKey: "pk_test_standin",
    webhookSecret: `whsec_${randomBytes(12).toString("hex")}`,
  };
  const { webhooks } = new Stripe(account.secretKey);
  const server = createServer((request, response) => void serve(fakeServer, request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fakeServer: FakeStripeServer = {
    account: { ...account, apiBase },
    fakeStripe,
    requests: [],
    connection: "up",
    takeWebhooks: () =>
      fakeStripe.takeEvents().map((event) => {
        const raw = JSON.stringify(event);
        return { raw, signature: webhooks.generateTestHeaderString({ payload: raw, secret: account.webhookSecret }) };
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return fakeServer;
}

/** Without a connection the socket is destroyed, so that the Stripe library sees a network error. */
async function serve(fakeServer: FakeStripeServer, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe.invalid");
  const call = `${request.method} ${pathname}`;
  const body = bodyOf(await read(request));
  if (fakeServer.connection === "down") return request.socket.destroy();
  fakeServer.requests.push(call);
  const answer =
    fakeServer.connection === "failing"
      ? errorResponse(500, { type: "api_error", message: "An unknown error occurred." })
      : answerOnce(fakeServer, request, call, { ...Object.fromEntries(searchParams), ...body });
  if (fakeServer.connection === "lost") return request.socket.destroy();
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "request-id": `req_${fakeServer.requests.length}`,
  });
  response.end(JSON.stringify(answer.body));
}

async function read(request: IncomingMessage) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

interface StripeResponse {
  status: number;
  body: object;
}
const errorResponse = (status: number, error: object): StripeResponse => ({ status, body: { error } });
const savedResponses = new WeakMap<FakeStripe, Map<string, { request: string; answer: StripeResponse }>>();

/** A repeated key has the same response, another request with it is an error. https://docs.stripe.com/api/idempotent_requests */
function answerOnce({ account, fakeStripe }: FakeStripeServer, request: IncomingMessage, call: string, fields: Fields) {
  if (request.headers.authorization !== `Bearer ${account.secretKey}`)
    return errorResponse(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  const key = request.headers["idempotency-key"];
  if (request.method !== "POST" || typeof key !== "string") return answerOf(fakeStripe, call, fields);
  const requested = `${call} ${JSON.stringify(fields)}`;
  const keys = savedResponses.get(fakeStripe) ?? new Map<string, { request: string; answer: StripeResponse }>();
  savedResponses.set(fakeStripe, keys);
  const earlier = keys.get(key);
  if (earlier && earlier.request !== requested)
    return errorResponse(400, {
      type: "idempotency_error",
      message: "Keys can only be used with the same parameters.",
    });
  const answer = earlier?.answer ?? answerOf(fakeStripe, call, fields);
  keys.set(key, { request: requested, answer });
  return answer;
}

function answerOf(fakeStripe: FakeStripe, call: string, fields: Fields): StripeResponse {
  try {
    return { status: 200, body: structuredClone(perform(fakeStripe, call, fields)) };
  } catch (error) {
    if (error instanceof StripeError) return errorResponse(error.status, { ...error.details, message: error.message });
    throw error;
  }
}

function perform(fakeStripe: FakeStripe, call: string, fields: Fields): object {
  const [, id = "", act] = /^(?:GET|POST) \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  if (call === "GET /v1/balance") return { object: "balance", livemode: false, available: [], pending: [] };
  if (call === "GET /v1/webhook_endpoints")
    return { object: "list", data: fakeStripe.webhookEndpoints, has_more: false, url: "/v1/webhook_endpoints" };
  const [, objectKind = "", objectId = ""] = /^GET \/v1\/(refunds|disputes)\/(\w+)$/.exec(call) ?? [];
  if (objectKind === "refunds") return fakeStripe.refunds.get(objectId) ?? fakeStripe.missing(objectId);
  if (objectKind === "disputes") return fakeStripe.disputes.get(objectId) ?? fakeStripe.missing(objectId);
  if (call === "POST /v1/payment_intents") return fakeStripe.createIntent(fields);
  if (call === "POST /v1/refunds") return fakeStripe.createRefund(fields);
  if (call === "GET /v1/refunds") return fakeStripe.listRefunds(String(fields.payment_intent));
  if (act === "capture")
    return fakeStripe.capture(
      id,
      fields.amount_to_capture === undefined ? undefined : Number(fields.amount_to_capture),
    );
  if (act === "cancel") return fakeStripe.cancel(id);
  if (id) return "expand" in fields ? fakeStripe.withCharge(id) : fakeStripe.intent(id);
  throw new StripeError(404, { type: "invalid_request_error" }, `Unrecognized request URL (${call}).`);
}
