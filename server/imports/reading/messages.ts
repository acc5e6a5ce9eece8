import type { ColumnMapping } from "#contract/imports.ts";
import { UnmappedColumnsError } from "#server/imports/formats/open-product-table.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import type { ShopLookups } from "./product-file-input.ts";

/** What a process is to read. */
export interface ReadingOrder {
  kind: string;
  input: object;
}
export type Lookup = keyof ShopLookups;
/** From the process of a file: signs of life, questions, and what it read. */
export type FromReader =
  | { type: "alive" }
  | { type: "ask"; lookup: Lookup; about: string[] }
  | { type: "opened"; value: unknown }
  | { type: "part"; value: unknown }
  | { type: "end" }
  | { type: "failed"; failure: Failure };
/** To it: what to read, the answer to its question, or that the next part is wanted. */
export type ToReader = { type: "read"; order: ReadingOrder } | { type: "answer"; value: unknown } | { type: "next" };

/** An error without its class, which a message between processes loses. */
export interface Failure {
  message: string;
  isUnusable: boolean;
  code?: string | undefined;
  unmapped?: { format: string; suggestion: ColumnMapping };
  stack?: string | undefined;
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  isUnusable: error instanceof UnusableFileError,
  ...(error instanceof UnmappedColumnsError ? { unmapped: { ...error } } : {}),
  code: (error as { code?: string }).code,
  stack: error instanceof Error ? error.stack : undefined,
});

export function toError({ message, isUnusable, unmapped, code, stack }: Failure): Error {
  if (unmapped) return new UnmappedColumnsError(message, unmapped.format, unmapped.suggestion);
  return isUnusable ? new UnusableFileError(message) : Object.assign(new Error(message), { code, stack });
}
