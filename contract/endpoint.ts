import { z } from "zod";
import { isCountry } from "./formats/countries.ts";
import type { ProblemCode } from "./problems.ts";
import type { ObjectName } from "./resources/object-names.ts";
import type { Permission } from "./resources/permissions.ts";
import type { Undo } from "./resources/undo.ts";

/**
 * Who may call. `visitor` is anyone, with responses that may depend on the session; `shopper` is a customer or a guest
 * with a guest id; `user` is anyone signed in; `refresh` sends the refresh token as bearer. Ownership is checked by
 * each query.
 */
export type Caller = "anyone" | "visitor" | "shopper" | "user" | "customer" | "admin" | "refresh";

export type Problems = readonly ProblemCode[];
/** No parameters, body or reply. */
export type None = z.ZodUndefined;

/** What an endpoint says of itself, but for who may call it. */
export interface Declaration<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  summary: string;
  params?: Params;
  query?: Query;
  /** A JSON body. Absent with `upload` or if the endpoint takes none. */
  body?: Body;
  reply?: Reply;
  /** Default 200; 204 has no reply, 302 sends the browser elsewhere. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** Problems besides the common ones: bad input, not signed in or allowed, too many requests, not found by `params`. */
  problems?: readonly ProblemCode[];
  /** The endpoint takes multipart/form-data. */
  upload?: true;
  /** The response is the same for everyone and cached until its data changes. */
  cached?: true;
  /** `required`: requests without an Idempotency-Key header are rejected. */
  idempotency?: "required" | "accepted";
  /** The response contains a secret and is not stored: it is created again for a repeated key. */
  secret?: true;
  /** A call of the dashboard that changes nothing though it is no GET or needs write access; it isn't recorded. */
  isRead?: true;
  /** It sends a list as a file, which the audit log records. */
  isExport?: true;
  /** How a write of the dashboard is undone. */
  undo?: Undo;
  /** Why a write of the dashboard isn't recorded; without it it is, and refused at the start if nothing records it. */
  recorded?: { none: string };
  /** Staff may call it who must set up two-factor authentication first. */
  beforeTwoFactor?: true;
  /** The rate limit of the endpoint; `normal` depends on the method. */
  limit?: "normal" | "sign-in" | "write" | "webhook" | "alert" | "page";
}

/** Who may call an endpoint. Those of the dashboard say what staff need for it, and which object they are about. */
type Callable =
  | { caller: Exclude<Caller, "admin">; permission?: Permission; object?: ObjectName }
  | { caller: "admin" | "user"; permission: Permission; object: ObjectName };

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = Declaration<Params, Query, Body, Reply> & Callable;

/** Declares an endpoint: types, validation, permission and OpenAPI entry. Those of the dashboard are declared by `resource`. */
export const endpoint = <
  Params extends z.ZodType = None,
  Query extends z.ZodType = None,
  Body extends z.ZodType = None,
  Reply extends z.ZodType = None,
>(
  declared: Endpoint<Params, Query, Body, Reply>,
) => declared;

/** An integer that may arrive as text of decimal digits, as in paths and queries: `1e2` and `0x10` are none. */
export const wholeNumber = (min: number, max: number) => {
  const number = z.int().min(min).max(max);
  return z.union([
    number,
    z
      .string()
      .regex(/^(0|[1-9]\d{0,15})$/)
      .transform(Number)
      .pipe(number),
  ]);
};
/** A database id. */
export const Id = wholeNumber(1, Number.MAX_SAFE_INTEGER);
/** The largest value of an integer column. */
export const maxInteger = 2_147_483_647;
/** The version of a row that an update is based on. */
export const Version = z.int().min(0).max(maxInteger);
/** A position among siblings, from 0. */
export const Position = z.int().min(0).max(maxInteger);
export const IdParams = z.object({ id: Id });
export const UuidParams = z.object({ id: z.uuid() });
/** A boolean that may arrive as text, as in queries. */
export const Flag = z.union([z.boolean(), z.stringbool()]);
/** A repeatable filter (`tag=1&tag=2`), parsed into an array. */
export const many = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item).max(100)])
    .transform((value): z.output<T>[] => (Array.isArray(value) ? value : [value]) as z.output<T>[]);

/** `{ data }`, a single resource. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data });
/** `{ data: [...] }`, a short list without pages. */
export const list = <T extends z.ZodType>(data: T) => z.object({ data: z.array(data) });

export const PageMeta = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
  /** There are more than `total`, which are neither counted nor paged. */
  has_more: z.literal(true).optional(),
});
export type PageMeta = z.infer<typeof PageMeta>;
/** Lists of the dashboard are counted and paged up to this number. */
export const maxCounted = 10_000;
/** The `meta` of one page of a list with `total` entries, of which at most `max` are paged. */
export const pageMeta = (
  { page, per_page }: Pick<PageMeta, "page" | "per_page">,
  total: number,
  max = Number.POSITIVE_INFINITY,
): PageMeta => ({
  page,
  per_page,
  total: Math.min(total, max),
  pages: Math.ceil(Math.min(total, max) / per_page),
  ...(total > max ? { has_more: true } : {}),
});
/** `{ data, meta }`, a paged list. */
export const paged = <T extends z.ZodType>(data: T) => z.object({ data: z.array(data), meta: PageMeta });
/** `page` and `per_page` of a paged list. */
export const PageQuery = z.object({
  page: wholeNumber(1, 100_000).default(1),
  per_page: wholeNumber(1, 100).default(24),
});

/** A timestamp, UTC. */
export const Instant = z.iso.datetime();
/** ISO 3166-1 alpha-2. */
export const Country = z.string().refine(isCountry, "Enter a two-letter country code, such as DE.");

/** An invalid field: `field` is its path in the request (`lines.0.quantity`). */
export const FieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The error response of every endpoint. Some problems include the current state (`cart`, `quote`, `current`). */
export const ProblemReply = z.looseObject({
  message: z.string(),
  code: z.string(),
  errors: z.array(FieldError).optional(),
  request_id: z.string().optional(),
});
