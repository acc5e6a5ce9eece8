/** Maximum number of images per review. Without zod, so that the form loads little. */
export const maxReviewImages = 4;
