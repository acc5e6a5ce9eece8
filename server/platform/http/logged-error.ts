/** Fields of errors that say what failed and hold nothing that anybody has sent. */
const safeFields = ["code", "syscall", "status", "statusCode", "constraint", "table", "column", "severity"];
const maxDepth = 3;

/**
 * What is logged of an error. Its other fields stay out: those of the database, of the mail server and of providers hold
 * rows, addresses, commands and whole requests with their keys.
 */
export function loggedError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const known = Object.fromEntries(
    safeFields.flatMap((field) => (field in error ? [[field, Reflect.get(error, field) as unknown]] : [])),
  );
  const within = (other: unknown) => loggedError(other, depth + 1);
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...known,
    ...(error.cause !== undefined && depth < maxDepth ? { cause: within(error.cause) } : {}),
    ...(error instanceof AggregateError && depth < maxDepth ? { errors: error.errors.slice(0, 10).map(within) } : {}),
  };
}
