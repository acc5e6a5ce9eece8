/** What an e-mail address must look like before the shop is asked. */
export const emailRule = {
  required: "E-mail required",
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: "That does not look like an e-mail address." },
};

/** What a new password must be. */
export const passwordRule = {
  required: "Password required",
  minLength: { value: 8, message: "At least 8 characters." },
};
