import { z } from "zod";
import { type VatId, writeVatId } from "#server/shop/shop.ts";
import type { RegistryAnswer, VatRegistry } from "./registry.ts";

export const viesAddress = "https://ec.europa.eu/taxation_customs/vies/rest-api";
const limits = { milliseconds: 5_000, bytes: 65_536, concurrent: 4, perMinute: 60 };

/** Empty fields of an answer are dashes. A consultation number that is longer than any is none. */
const Text = z
  .string()
  .nullish()
  .transform((text) =>
    text && !/^[\s-]*$/.test(text)
      ? text
          .trim()
          .replace(/[\s\p{C}]+/gu, " ")
          .slice(0, 300)
      : null,
  );
const ConsultationNumber = Text.transform((text) => (text && text.length <= 60 ? text : null));
const Answer = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  name: Text,
  requestIdentifier: ConsultationNumber,
  /** VALID, INVALID or an error, with which `valid` is false and says nothing. */
  userError: z.string().max(100).nullish(),
});
const Failure = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string().max(100) })).min(1),
});

/**
 * VIES, the register of the European Commission, by its REST interface. Whatever isn't a clear answer about the number that
 * was asked for is `unavailable`. Its member states limit concurrent requests, so this process limits its own.
 */
export function viesRegistry(base: string, { milliseconds }: { milliseconds: number } = limits): VatRegistry {
  let open = 0;
  let minute = { of: 0, requests: 0 };
  return {
    async check(id, requester) {
      const now = Math.floor(Date.now() / 60_000);
      if (minute.of !== now) minute = { of: now, requests: 0 };
      if (open >= limits.concurrent || minute.requests >= limits.perMinute)
        return { ...unavailable("too many requests"), wasAsked: false };
      open++;
      minute.requests++;
      try {
        return readAnswer(await ask(base, milliseconds, id, requester), id);
      } catch (error) {
        return unavailable(error instanceof Error ? error.name : "unknown");
      } finally {
        open--;
      }
    },
  };
}

async function ask(base: string, milliseconds: number, id: VatId, requester: VatId): Promise<unknown> {
  const response = await fetch(`${base}/check-vat-number`, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.timeout(milliseconds),
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      countryCode: id.prefix,
      vatNumber: id.number,
      requesterMemberStateCode: requester.prefix,
      requesterNumber: requester.number,
    }),
  });
  return JSON.parse(await readText(response));
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > limits.bytes) throw new Error("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function readAnswer(json: unknown, id: VatId): RegistryAnswer {
  const failure = Failure.safeParse(json).data;
  if (failure) {
    return answerOf(failure.errorWrappers[0]?.error ?? "unknown");
  }
  const { data } = Answer.safeParse(json);
  if (!data) return unavailable("unreadable answer");
  const { valid, name, requestIdentifier: consultationNumber, userError } = data;
  if (userError && !["VALID", "INVALID"].includes(userError)) return answerOf(userError);
  if (writeVatId({ prefix: data.countryCode, number: data.vatNumber.replace(/\s/g, "") }) !== writeVatId(id))
    return unavailable("answer about another number");
  return valid ? { state: "valid", name, consultationNumber } : { state: "invalid" };
}

/** What an error says of a number: INVALID_INPUT, that the member state can't have it. */
const answerOf = (error: string): RegistryAnswer =>
  error === "INVALID_INPUT" ? { state: "invalid" } : unavailable(error);

const unavailable = (why: string) => ({ state: "unavailable", why, wasAsked: true }) satisfies RegistryAnswer;
