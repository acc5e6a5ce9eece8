import { say } from "#words/say.ts";

export const emailRule = () => ({
  required: say("E-mail required"),
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: say("That does not look like an e-mail address.") },
});

export const codeRule = () => ({
  required: say("Code required"),
  pattern: { value: /^\s*(\p{Nd}\s*){6}$/u, message: say("Six digits.") },
});

export const passwordRule = () => ({
  required: say("Password required"),
  minLength: { value: 8, message: say("At least 8 characters.") },
});
