export { emailAdministrators, suppressEmails } from "./subscriptions.ts";
