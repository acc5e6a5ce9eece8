/** The frame shared by all that is typed into or chosen from. 16 px text, so that a phone does not zoom in on focus. */
export const controlLook = "control";
