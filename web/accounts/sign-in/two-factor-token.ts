import { CallProblem } from "#web/api/call-problem.ts";

/** The token to finish a sign-in with that needs a second step; undefined for other outcomes. */
export const twoFactorTokenOf = (problem: unknown): string | undefined =>
  problem instanceof CallProblem && problem.code === "two_factor_required" ? String(problem.details.token) : undefined;
