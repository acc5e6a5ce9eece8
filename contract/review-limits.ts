/** How many pictures one review can have. Apart from the shapes, so that the form need not load zod for it. */
export const mostReviewPictures = 4;
