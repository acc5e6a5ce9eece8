/** Who changes an order. */
export interface Actor {
  type: "system" | "customer" | "admin" | "provider";
  id: number | null;
}
