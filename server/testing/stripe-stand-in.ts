import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import { bodyOf, type Fields, Refused, StripeBooks } from "./stripe-books.ts";

/** How the line to Stripe is: `lost` does what it is asked, but the answer never arrives. */
type Line = "up" | "down" | "lost" | "failing";

export interface StripeStandIn {
  account: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string };
  books: StripeBooks;
  /** Whatever was asked, in order: `POST /v1/refunds`. */
  asked: string[];
  line: Line;
  /** The messages Stripe would have sent since this was last asked, as they arrive: signed by Stripe's own library. */
  messages(): { raw: string; signature: string }[];
  close(): Promise<void>;
}

/**
 * Stripe on this machine, as far as the shop uses it: PaymentIntents, refunds, idempotency keys and errors behave as
 * https://docs.stripe.com/api describes them. What the customer does at Stripe is done with `books`.
 */
export async function stripeStandIn(): Promise<StripeStandIn> {
  const books = new StripeBooks();
  const account = {
    secretKey: "sk_test_standin",
    publishableKey: "pk_test_standin",
    webhookSecret: `whsec_${randomBytes(12).toString("hex")}`,
  };
  const { webhooks } = new Stripe(account.secretKey);
  const server = createServer((request, response) => void serve(shape, request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shape: StripeStandIn = {
    account: { ...account, apiBase },
    books,
    asked: [],
    line: "up",
    messages: () =>
      books.takeEvents().map((event) => {
        const raw = JSON.stringify(event);
        return { raw, signature: webhooks.generateTestHeaderString({ payload: raw, secret: account.webhookSecret }) };
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return shape;
}

/** A line that fails is cut: the library then sees what it would see of a network that fails. */
async function serve(shape: StripeStandIn, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe.invalid");
  const call = `${request.method} ${pathname}`;
  const body = bodyOf(await read(request));
  if (shape.line === "down") return request.socket.destroy();
  shape.asked.push(call);
  const answer =
    shape.line === "failing"
      ? refusal(500, { type: "api_error", message: "An unknown error occurred." })
      : answerOnce(shape, request, call, { ...Object.fromEntries(searchParams), ...body });
  if (shape.line === "lost") return request.socket.destroy();
  response.writeHead(answer.status, { "content-type": "application/json", "request-id": `req_${shape.asked.length}` });
  response.end(JSON.stringify(answer.body));
}

async function read(request: IncomingMessage) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

interface Answer {
  status: number;
  body: object;
}
const refusal = (status: number, error: object): Answer => ({ status, body: { error } });
const kept = new WeakMap<StripeBooks, Map<string, { asked: string; answer: Answer }>>();

/** The same key gives the same answer, and another request under it is an error. https://docs.stripe.com/api/idempotent_requests */
function answerOnce({ account, books }: StripeStandIn, request: IncomingMessage, call: string, fields: Fields): Answer {
  if (request.headers.authorization !== `Bearer ${account.secretKey}`)
    return refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  const key = request.headers["idempotency-key"];
  if (request.method !== "POST" || typeof key !== "string") return answerOf(books, call, fields);
  const asked = `${call} ${JSON.stringify(fields)}`;
  const keys = kept.get(books) ?? new Map<string, { asked: string; answer: Answer }>();
  kept.set(books, keys);
  const earlier = keys.get(key);
  if (earlier && earlier.asked !== asked)
    return refusal(400, { type: "idempotency_error", message: "Keys can only be used with the same parameters." });
  const answer = earlier?.answer ?? answerOf(books, call, fields);
  keys.set(key, { asked, answer });
  return answer;
}

function answerOf(books: StripeBooks, call: string, fields: Fields): Answer {
  try {
    return { status: 200, body: structuredClone(perform(books, call, fields)) };
  } catch (error) {
    if (error instanceof Refused) return refusal(error.status, { ...error.details, message: error.message });
    throw error;
  }
}

function perform(books: StripeBooks, call: string, fields: Fields): object {
  const [, id = "", act] = /^(?:GET|POST) \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  if (call === "POST /v1/payment_intents") return books.createIntent(fields);
  if (call === "POST /v1/refunds") return books.createRefund(fields);
  if (call === "GET /v1/refunds") return books.listRefunds(String(fields.payment_intent));
  if (act === "capture")
    return books.capture(id, fields.amount_to_capture === undefined ? undefined : Number(fields.amount_to_capture));
  if (act === "cancel") return books.cancel(id);
  if (id) return books.intent(id);
  throw new Refused(404, { type: "invalid_request_error" }, `Unrecognized request URL (${call}).`);
}
