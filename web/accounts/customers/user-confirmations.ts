/** Confirmation texts; `who` is a name or a number of accounts. */
export const blockConfirmation = (who: string, count = 1) => ({
  title: `Block ${who}?`,
  says: `${theyAre(count)} signed out on every device at once, and nobody can sign in again until you unblock ${it(count)}. Orders stay as they are.`,
  action: "Block",
  danger: true,
});

export const unblockConfirmation = (who: string, count = 1) => ({
  title: `Unblock ${who}?`,
  says: `${count === 1 ? "This person" : "They"} can sign in again, by the same e-mail or username and password as before.`,
  action: "Unblock",
});

export const promoteConfirmation = (who: string) => ({
  title: `Make ${who} an administrator?`,
  says: "They see every order and every customer, change products, prices and money, and can block others, you too. They are signed out now, and find the dashboard when they sign in again. Administrators can't order with their account.",
  action: "Make administrator",
});

export const demoteConfirmation = (who: string) => ({
  title: `Make ${who} a customer?`,
  says: "They lose the dashboard at once: they are signed out on every device, and are a customer when they sign in again.",
  action: "Make customer",
  danger: true,
});

const theyAre = (count: number) => (count === 1 ? "This account is" : "They are");
const it = (count: number) => (count === 1 ? "it" : "them");
