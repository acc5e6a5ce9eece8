import { say } from "#words/say.ts";

/** What an e-mail address must look like before the shop is asked. */
export const emailRule = () => ({
  required: say("E-mail required"),
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: say("That does not look like an e-mail address.") },
});

/** What a code sent by e-mail looks like. */
export const codeRule = () => ({
  required: say("Code required"),
  pattern: { value: /^\s*(\p{Nd}\s*){6}$/u, message: say("Six digits.") },
});

/** What a new password must be. */
export const passwordRule = () => ({
  required: say("Password required"),
  minLength: { value: 8, message: say("At least 8 characters.") },
});
