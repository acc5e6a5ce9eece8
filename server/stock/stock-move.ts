/** Reserved (or, negative, released) units of a variation, and the available stock after that. */
export interface StockMove {
  variation_id: number;
  after: number;
  quantity: number;
}
