import { CallProblem } from "#web/api/call-problem.ts";

/** The token to finish a sign-in with that needs a second step; undefined for other outcomes. */
export const twoFactorTokenOf = (problem: unknown): string | undefined =>
  problem instanceof CallProblem && problem.code === "two_factor_required" ? String(problem.details.token) : undefined;

/** Passes on that token; false where a problem has none. */
export function takeTwoFactorToken(problem: CallProblem, onToken: (token: string) => void): boolean {
  const token = twoFactorTokenOf(problem);
  if (token !== undefined) onToken(token);
  return token !== undefined;
}
