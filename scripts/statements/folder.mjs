import { join } from "node:path";
import { root } from "../process.mjs";

/** Where the unit tests of the gate record the statements that they run. */
export const statementsFolder = join(root, ".cache", "statements");
