/** Days after the last delivery in which consumers can withdraw (directive 2011/83/EU, article 9). */
export const minWithdrawalDays = 14;

/** Days in which a line can be withdrawn from: those of the law, or those in which the merchant takes returns if more. */
export const withdrawalDays = (returnDays: number | null): number => Math.max(minWithdrawalDays, returnDays ?? 0);
