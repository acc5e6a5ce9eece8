/** Maximum number of pictures per review. Without zod, so that the form loads little. */
export const mostReviewPictures = 4;
