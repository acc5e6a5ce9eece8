/**
 * A field of the API as text: `category_ids` becomes "category ids", and `variation.12` "variation No. 12". The path of a
 * redirect stays as it is.
 */
export const fieldLabel = (field: string) =>
  field.startsWith("/") ? field : field.replaceAll("_", " ").replace(".", " No. ");
