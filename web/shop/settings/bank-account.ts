import { BankAccount } from "#contract/shop/settings.ts";

export const accountFields = ["account_holder", "iban", "bic", "bank_name"] as const;
type AccountField = (typeof accountFields)[number];

/**
 * Checks a field of the account for bank transfers in the browser, so that its error shows with those of other fields:
 * true, or what is wrong. An account whose fields are all empty is removed.
 */
export const accountRule = (name: AccountField) => (text: string, fields: Record<AccountField, string>) => {
  if (accountFields.every((one) => fields[one].trim() === "")) return true;
  const read = BankAccount.shape[name].safeParse(text.trim());
  return read.success || (read.error.issues[0]?.message ?? false);
};
