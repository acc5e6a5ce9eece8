/** A field of the API as text: `category_ids` becomes "category ids", and `variation.12` "variation No. 12". */
export const fieldLabel = (field: string) => field.replaceAll("_", " ").replace(".", " No. ");
