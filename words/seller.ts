import { say } from "./say.ts";

/** Who sells, as the settings have it. */
export interface Seller {
  legal_name: string | null;
  address: string | null;
  representative: string | null;
  register_entry: string | null;
}

/** Name and postal address of the seller, a line each; the address of older shops may begin with the name. */
export function sellerAddress({ legal_name, address }: Pick<Seller, "legal_name" | "address">): string[] {
  const lines = address?.split("\n") ?? [];
  return legal_name === null || lines[0]?.trim() === legal_name ? lines : [legal_name, ...lines];
}

/** The seller on imprint, invoices and in emails: name, address, who acts for it and where it is registered. */
export const sellerLines = (seller: Seller): string[] => [
  ...sellerAddress(seller),
  ...(seller.representative ? [say("Represented by {name}", { name: seller.representative })] : []),
  ...(seller.register_entry ? [say("Register: {entry}", { entry: seller.register_entry })] : []),
];
