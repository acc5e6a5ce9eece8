/** Trouble a person can do something about: the message is a sentence, and no stack is shown. */
export class Problem extends Error {}

/** Runs a script's whole work; trouble is told in words and ends the process with code 1. */
export async function telling(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}
