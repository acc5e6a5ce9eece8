/** Why the shop cannot start and what to do about it, for the operator. Printed without a stack. */
export class StartError extends Error {
  override name = "StartError";
}
