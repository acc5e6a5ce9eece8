import { z } from "zod";
import type { ProblemCode } from "./problems.ts";

/**
 * Who may call. `visitor` is anybody, and answers may differ for those signed in; `shopper` is a customer or a guest with a guest id; `user` is anybody signed in; `refresh` carries the
 * refresh token as its bearer. Ownership ("mine only") is part of each query, not of this word.
 */
export type Caller = "anyone" | "visitor" | "shopper" | "user" | "customer" | "admin" | "refresh";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Route = `${Method} /${string}`;

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  summary: string;
  caller: Caller;
  params?: Params;
  query?: Query;
  /** A JSON body. Absent with `upload` or when the call takes none. */
  body?: Body;
  reply?: Reply;
  /** Default 200; 204 has no reply. */
  status?: 200 | 201 | 202 | 204;
  /** The problems of this call beside those every call has (bad input, not signed in, not allowed, too many). */
  problems?: readonly ProblemCode[];
  /** The call takes multipart/form-data. */
  upload?: true;
  /** The same answer for everybody, kept in memory until what it shows changes. */
  cached?: true;
  /** `required`: a request without an Idempotency-Key header is refused. */
  idempotency?: "required" | "accepted";
  /** The answer holds a secret and is kept nowhere: for a repeat with the same key it is made anew. */
  secret?: true;
  /** Which rate limit the call falls under; `normal` is that of reading or of changing, by its method. */
  limit?: "normal" | "sign-in" | "write";
}

/** Declares a call once: its types, validation, permission and OpenAPI entry all come from here. */
export const endpoint = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(
  declared: Endpoint<Params, Query, Body, Reply>,
) => declared;

/** A whole number that may arrive as text, as path and query values do. */
export const wholeNumber = () => z.coerce.number<number | string>().int();
/** A database id of catalogue and people. */
export const Id = wholeNumber().positive().max(Number.MAX_SAFE_INTEGER);
export const IdParams = z.object({ id: Id });
export const UuidParams = z.object({ id: z.uuid() });
/** True or false, also as the text a query string carries. */
export const Flag = z.union([z.boolean(), z.stringbool()]);
/** A filter that may be repeated (`tag=1&tag=2`): always an array inside. */
export const many = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item).max(100)])
    .transform((value): z.output<T>[] => (Array.isArray(value) ? value : [value]) as z.output<T>[]);

/** `{ data }`, the shape of every single resource. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data });
/** `{ data: [...] }` for short, unpaged lists. */
export const list = <T extends z.ZodType>(data: T) => z.object({ data: z.array(data) });

export const PageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), pages: z.int() });
export type PageMeta = z.infer<typeof PageMeta>;
/** `{ data, meta }`, the shape of every paged list. */
export const paged = <T extends z.ZodType>(data: T) => z.object({ data: z.array(data), meta: PageMeta });
/** `page` and `per_page` of a paged list. */
export const PageQuery = z.object({
  page: wholeNumber().min(1).max(100_000).default(1),
  per_page: wholeNumber().min(1).max(100).default(24),
});

/** An instant, UTC. */
export const Instant = z.iso.datetime();
/** ISO 3166-1 alpha-2. */
export const Country = z.string().regex(/^[A-Z]{2}$/, "A two-letter country code, such as DE.");
