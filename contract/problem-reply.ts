import { z } from "zod";

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
export type ProblemReply = z.infer<typeof ProblemReply>;
