/** Why the shop cannot start, as a sentence for the person at the terminal: what is wrong and what to do. Shown without a stack. */
export class StartError extends Error {
  override name = "StartProblem";
}
