export { suppressEmails } from "./subscriptions.ts";
