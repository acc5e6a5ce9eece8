export { writeNothing } from "./listening.ts";
