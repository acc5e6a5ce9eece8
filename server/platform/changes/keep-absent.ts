import { z } from "zod";
import { fieldProblem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { isSame } from "./differences.ts";
import type { Fields } from "./objects.ts";

/** The fields that a body may have; undefined of a body that is no object. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (!(schema instanceof z.ZodIntersection)) return undefined;
  const parts = [schema.def.left, schema.def.right].map((part) => fieldsOf(part as z.ZodType));
  return Object.assign({}, ...parts);
}

/** The version says what an update was decided on, so it is never taken from what is stored. */
const isKept = (name: string, field: z.ZodType) => {
  const absent = field.safeParse(undefined);
  // What may be absent is decided by the handler.
  return name !== "version" && !(absent.success && absent.data === undefined);
};

/**
 * The body of a PUT with what it leaves out as it is stored: a client that doesn't know of a field, as it was added since,
 * never clears it. `read` reads the object, only if a field is absent; fields that it doesn't have stay absent. Nothing is
 * added to fields that mean something `together` of which one is sent with another value: a number of percent is no amount
 * of money. Throws `bad_input` then, where the stored value would be lost.
 */
export async function keepAbsent(
  schema: z.ZodType | undefined,
  body: unknown,
  read: () => Promise<Fields | undefined>,
  together: readonly string[][] = [],
): Promise<unknown> {
  const fields = schema && fieldsOf(schema);
  if (!fields || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const sent: Fields = { ...body };
  const absent = Object.keys(fields).filter(
    (name) => !Object.hasOwn(body, name) && isKept(name, fields[name] as z.ZodType),
  );
  if (absent.length === 0) return body;
  const stored = (await read()) ?? {};
  const apart = together.filter((group) => group.some((name) => isChanged(fields[name], sent[name], stored[name])));
  const kept = absent.filter((name) => name in stored && !apart.some((group) => group.includes(name)));
  const lost = absent.find(
    (name) => apart.some((group) => group.includes(name)) && isCleared(fields[name], stored[name]),
  );
  if (lost) throw fieldProblem(lost, "required", text("Send this field too: it belongs to one that you change."));
  return { ...Object.fromEntries(kept.map((name) => [name, stored[name]])), ...body };
}

/** Whether a field is sent with another value than the stored one. */
function isChanged(field: z.ZodType | undefined, sent: unknown, stored: unknown): boolean {
  if (!field || sent === undefined || stored === undefined) return false;
  const [one, other] = [field.safeParse(sent), field.safeParse(stored)];
  return !one.success || !isSame(asStored(one.data), asStored(other.success ? other.data : stored));
}

/** A time in the spelling of the API, as it can be sent in others. */
const asStored = (value: unknown) =>
  typeof value === "string" && anyTime.safeParse(value).success ? new Date(value).toISOString() : value;
const anyTime = z.iso.datetime({ offset: true });

/** Whether a field that is left out would get another value than the stored one. */
function isCleared(field: z.ZodType | undefined, stored: unknown): boolean {
  const absent = field?.safeParse(undefined);
  return absent?.success === true && stored !== undefined && !isSame(absent.data, stored);
}
