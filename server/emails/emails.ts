export { emailAdministrators } from "./admin-alerts.ts";
export { suppressEmails } from "./subscriptions.ts";
