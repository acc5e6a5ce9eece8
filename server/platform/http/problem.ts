import type { FieldError } from "#contract/endpoint.ts";
import { type ProblemCode, problems } from "#contract/problems.ts";
import { text } from "#words/say.ts";

/** An expected error. Its code decides status and message; `details` (the current cart, quote or row) are sent too. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly details: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    more: { message?: string; errors?: FieldError[]; details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(more.message ?? problems[code].says);
    this.code = code;
    this.status = problems[code].status;
    this.errors = more.errors;
    this.details = more.details ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** The problem of one field of the request. */
export const fieldProblem = (field: string, code: string, message: string) =>
  new Problem("bad_input", { errors: [{ field, code, message }] });

/** For requests that break HTTP, JSON or multipart. */
export const unreadable = text("This request isn't valid. Check its headers and body.");

/** The value; throws `not_found` or another problem if there is none. */
export function assertFound<T>(value: T | undefined | null, code: ProblemCode = "not_found"): T {
  if (value === undefined || value === null) throw new Problem(code);
  return value;
}

// Constraints of the database, and the problem for each.
const constraints: Record<string, ProblemCode> = {
  users_username: "username_taken",
  users_email: "username_taken",
  categories_path: "slug_taken",
  categories_sibling: "slug_taken",
  products_slug: "slug_taken",
  variations_sku: "sku_taken",
  variations_barcode: "sku_taken",
  variations_options: "duplicate_variation",
  tags_slug_key: "name_taken",
  option_groups_name: "name_taken",
  option_groups_code_key: "name_taken",
  product_types_name: "name_taken",
  product_types_slug_key: "name_taken",
  stock_not_oversold: "out_of_stock",
  stock_levels_variation_id_fkey: "not_found",
  stock_alerts_variation_id_fkey: "not_found",
  ships_too_many: "ships_too_many",
  payments_one_live: "payment_in_progress",
  coupons_code: "coupon_code_taken",
  coupon_not_overused: "stale",
  tax_rates_apart: "tax_rate_taken",
  tax_rates_period: "bad_input",
  tax_classes_name: "name_taken",
  shipping_zones_name_key: "name_taken",
  redirects_from: "redirect_taken",
};
// Limits of a field that the database checks against what is stored already: of a request that leaves the other field out.
const fieldLimits: Record<string, { field: string; message: string }> = {
  compare_at_above_price: {
    field: "compare_at_amount",
    message: "The compare-at price must be higher than the price.",
  },
};
// Temporary errors: lost or refused connections, full memory or disk, timeouts of statements and locks, repeated
// deadlocks, a server that has become a replica.
// https://www.postgresql.org/docs/current/errcodes-appendix.html and Node's network errors.
const temporaryCodes = [
  /^(08|53|57|25P0[34]|25006|40001|40P01|55P03|58030)/,
  /^(ENOSPC|EDQUOT|EMFILE|ENFILE|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)/,
];
const temporaryMessages = [
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout/,
  /connection error and is not queryable|Client was closed/,
];

// Values PostgreSQL can't store, which must be input: a NUL in text or JSON, a number or date out of range, half of a
// surrogate pair in JSON.
const invalidValues = new Set(["22000", "22021", "22P05", "22003", "22008"]);
const invalidJson = /^invalid input syntax for type json/;

/** The problem of a violated foreign key: the referenced row does not exist, or a row to delete is still referenced. */
function missingReference({ detail = "" }: { detail?: string }): Problem {
  const field = /\((\w+)\)=/.exec(detail)?.[1] ?? "id";
  if (field === "id") return new Problem("in_use");
  return fieldProblem(field, "unknown", text("This no longer exists. Reload the page and choose again."));
}

/** The problem of a database error; undefined for unexpected errors. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  const limit = fieldLimits[constraint ?? ""];
  if (limit) return fieldProblem(limit.field, "too_low", limit.message);
  if (constraint && constraint in constraints) return new Problem(constraints[constraint] as ProblemCode);
  if (invalidValues.has(code ?? "") || invalidJson.test(message ?? "")) return new Problem("bad_input");
  if (code === "23503") return missingReference(error as { detail?: string });
  const isTemporary =
    temporaryCodes.some((pattern) => pattern.test(code ?? "")) ||
    temporaryMessages.some((pattern) => pattern.test(message ?? ""));
  return isTemporary ? new Problem("busy", { retryAfter: 1 }) : undefined;
}
