/** A field of the API as text: `category_ids` becomes "category ids". */
export const fieldLabel = (field: string) => field.replaceAll("_", " ");
