/** Confirmation texts; `who` is a name or a number of accounts. */
export const blockConfirmation = (who: string, count = 1) => ({
  title: `Block ${who}?`,
  says: `${accounts(count)} signed out on all devices and can't sign in again until you unblock ${it(count)}. Orders don't change.`,
  action: "Block",
  danger: true,
});

export const unblockConfirmation = (who: string, count = 1) => ({
  title: `Unblock ${who}?`,
  says: `${count === 1 ? "This customer" : "They"} can sign in again with the same email or username and password.`,
  action: "Unblock",
});

export const promoteConfirmation = (who: string) => ({
  title: `Make ${who} an administrator?`,
  says:
    "Administrators can access all orders and customers, change products and prices, issue refunds, " +
    "and block other users, including you. They're signed out now and see the dashboard when they " +
    "sign in again. Administrators can't place orders.",
  action: "Make administrator",
});

export const demoteConfirmation = (who: string) => ({
  title: `Make ${who} a customer?`,
  says: "They lose access to the dashboard and are signed out on all devices.",
  action: "Make customer",
  danger: true,
});

const accounts = (count: number) => (count === 1 ? "This account is" : "These accounts are");
const it = (count: number) => (count === 1 ? "it" : "them");
