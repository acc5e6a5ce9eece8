import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How VIES answers about a number; `valid` unless it is set. */
export type ViesBehavior =
  | "valid"
  | "invalid"
  | "no name"
  | "silent"
  | "garbage"
  | "huge"
  | "other number"
  | "odd texts"
  | "redirect"
  | "error beside"
  | (typeof viesErrors)[number];

/** The errors of VIES. */
export const viesErrors = [
  "INVALID_INPUT",
  "INVALID_REQUESTER_INFO",
  "SERVICE_UNAVAILABLE",
  "MS_UNAVAILABLE",
  "TIMEOUT",
  "VAT_BLOCKED",
  "IP_BLOCKED",
  "GLOBAL_MAX_CONCURRENT_REQ",
  "GLOBAL_MAX_CONCURRENT_REQ_TIME",
  "MS_MAX_CONCURRENT_REQ",
  "MS_MAX_CONCURRENT_REQ_TIME",
] as const;

export interface FakeVies {
  apiBase: string;
  behavior: ViesBehavior;
  /** The questions in order. */
  requests: Record<string, string>[];
  close(): Promise<void>;
}

/**
 * A local server with the part of the REST interface of VIES that the shop uses, with answers and errors as
 * https://ec.europa.eu/taxation_customs/vies/#/technical-information publishes them.
 */
export async function startFakeVies(): Promise<FakeVies> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const asked = JSON.parse(Buffer.concat(parts).toString());
    vies.requests.push(asked);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    switch (vies.behavior) {
      case "valid":
        return send(200, answerTo(asked, true));
      case "invalid":
        return send(200, answerTo(asked, false));
      case "no name":
        return send(200, { ...answerTo(asked, true), name: "---", address: "---" });
      case "other number":
        return send(200, { ...answerTo(asked, true), vatNumber: "U00000024" });
      case "odd texts":
        return send(200, { ...answerTo(asked, true), name: "ENGINES\u0000GMBH", requestIdentifier: "W".repeat(61) });
      case "silent":
        return;
      case "garbage":
        return send(200, "<html>Service unavailable</html>");
      case "huge":
        return send(200, JSON.stringify({ ...answerTo(asked, true), padding: "x".repeat(100_000) }));
      case "redirect":
        response.writeHead(302, { location: `${vies.apiBase}/elsewhere` });
        return response.end();
      // As its other endpoint, by country and number, writes errors.
      case "error beside":
        return send(200, { ...answerTo(asked, false), userError: "MS_UNAVAILABLE" });
      default:
        // Clients have seen them with each of these statuses.
        return send(statusOf[vies.behavior] ?? 200, {
          actionSucceed: false,
          errorWrappers: [{ error: vies.behavior }],
        });
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const vies: FakeVies = {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behavior: "valid",
    requests: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return vies;
}

const statusOf: Partial<Record<ViesBehavior, number>> = {
  INVALID_INPUT: 400,
  INVALID_REQUESTER_INFO: 400,
  SERVICE_UNAVAILABLE: 500,
  TIMEOUT: 500,
};

/** With the requester's VAT ID there is a consultation number; of a number that isn't valid there is no name. */
const answerTo = ({ countryCode, vatNumber, requesterNumber }: Record<string, string>, valid: boolean) => ({
  countryCode,
  vatNumber,
  requestDate: "2026-11-28T10:00:00.000Z",
  valid,
  requestIdentifier: requesterNumber && valid ? "WAPIAAAAY1234567" : "",
  name: valid ? "ENGINES GMBH" : "---",
  address: valid ? "RINGSTRASSE 1\n1010 WIEN" : "---",
  traderName: "---",
});
