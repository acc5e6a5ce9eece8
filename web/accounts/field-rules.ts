import { say } from "#words/say.ts";

export const emailRule = () => ({
  required: say("Email required"),
  pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: say("Enter a valid email address, such as name@example.com.") },
});

export const codeRule = () => ({
  required: say("Code required"),
  pattern: { value: /^\s*(\p{Nd}\s*){6}$/u, message: say("Enter the 6-digit code.") },
});

/** A code of an authenticator app, or a recovery code of 16 letters and digits. */
export const twoFactorCodeRule = () => ({
  required: say("Code required"),
  pattern: {
    value: /^\s*((\p{Nd}\s*){6}|([a-z2-7][\s-]*){16})$/iu,
    message: say("Enter the 6-digit code or a recovery code."),
  },
});

export const passwordRule = () => ({
  required: say("Password required"),
  minLength: { value: 8, message: say("Use at least 8 characters.") },
});
