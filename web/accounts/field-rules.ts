import { say } from "#words/say.ts";

/** Validation rules of an email address. */
export const emailRule = () => ({
  required: say("E-mail required"),
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: say("That does not look like an e-mail address.") },
});

/** Validation rules of a code sent by email. */
export const codeRule = () => ({
  required: say("Code required"),
  pattern: { value: /^\s*(\p{Nd}\s*){6}$/u, message: say("Six digits.") },
});

/** Validation rules of a new password. */
export const passwordRule = () => ({
  required: say("Password required"),
  minLength: { value: 8, message: say("At least 8 characters.") },
});
