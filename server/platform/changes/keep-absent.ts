import { z } from "zod";
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
 * never clears it. `read` reads the object, only if a field is absent; fields that it doesn't have stay absent.
 */
export async function keepAbsent(
  schema: z.ZodType | undefined,
  body: unknown,
  read: () => Promise<Fields | undefined>,
): Promise<unknown> {
  const fields = schema && fieldsOf(schema);
  if (!fields || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const absent = Object.keys(fields).filter(
    (name) => !Object.hasOwn(body, name) && isKept(name, fields[name] as z.ZodType),
  );
  if (absent.length === 0) return body;
  const stored = (await read()) ?? {};
  return { ...Object.fromEntries(absent.flatMap((name) => (name in stored ? [[name, stored[name]]] : []))), ...body };
}
