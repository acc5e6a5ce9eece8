import { z } from "zod";

/** What is wrong with one field: `field` is its path in the request (`lines.0.quantity`). */
export const FieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The one error shape of every call. Some problems carry the current state beside it (`cart`, `quote`, `current`). */
export const ProblemReply = z.looseObject({
  message: z.string(),
  code: z.string(),
  errors: z.array(FieldError).optional(),
  request_id: z.string().optional(),
});
export type ProblemReply = z.infer<typeof ProblemReply>;
