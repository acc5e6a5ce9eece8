import { z } from "zod";
import { phoneMistake, postalMistake, regionMistake } from "./addresses.ts";
import { toAsciiDigits } from "./digits.ts";
import { Country, endpoint, IdParams, Instant, list, one, UuidParams } from "./endpoint.ts";

export const Role = z.enum(["customer", "admin"]);
export type Role = z.infer<typeof Role>;
export const AccountStatus = z.enum(["active", "unverified", "blocked", "deleted"]);
export type AccountStatus = z.infer<typeof AccountStatus>;

const Username = z
  .string()
  .trim()
  .min(2, "At least 2 characters.")
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, "Letters, digits, dots, dashes and underscores only.");
const Email = z.email("That does not look like an e-mail address.").max(254);
const Password = z.string().min(8, "At least 8 characters.").max(200);

/** What the pages show of the person signed in. */
export const Profile = z.object({
  id: z.int(),
  fullname: z.string().nullable(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  /** Whether the e-mail was shown to be theirs; true also without one, since nothing is left to do. */
  email_verified: z.boolean(),
  /** False for whoever came in by a code or another provider and has not chosen one. */
  has_password: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const SignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  role: Role,
  account_status: AccountStatus,
  user: Profile,
});
export type SignedIn = z.infer<typeof SignedIn>;

export const Login = z.object({
  username: z.string().trim().min(1, "Username required").max(254),
  password: z.string().min(1, "Password required").max(200),
});
export type Login = z.infer<typeof Login>;

export const Registration = z
  .object({
    username: Username.optional(),
    email: Email.optional(),
    password: Password,
    fullname: z.string().trim().max(120).optional(),
  })
  .refine((person) => person.username ?? person.email, {
    error: "Give an e-mail address or a username.",
    path: ["email"],
  });
export type Registration = z.infer<typeof Registration>;

/** A postal address as it is kept: whoever entered it before there were rules is still shown it. */
export const PostalAddress = z.object({
  fullname: z.string().trim().min(1, "Name required").max(120),
  company: z.string().trim().max(120).nullish(),
  line1: z.string().trim().min(1, "Street and number required").max(200),
  line2: z.string().trim().max(200).nullish(),
  city: z.string().trim().min(1, "City required").max(120),
  region_code: z.string().trim().max(10).nullish(),
  /** Empty where the country has none. */
  postal_code: z.string().trim().max(20).default(""),
  country: Country,
  phone: z.string().trim().max(40).nullish(),
});
export type PostalAddress = z.infer<typeof PostalAddress>;
/** A postal address as entered at checkout or in the account: it must look like one of its country. */
export const NewAddress = PostalAddress.extend({
  postal_code: PostalAddress.shape.postal_code.unwrap().transform(toAsciiDigits).default(""),
}).superRefine((address, { addIssue }) => {
  const wrong = {
    postal_code: postalMistake(address.country, address.postal_code),
    region_code: regionMistake(address.country, address.region_code ?? ""),
    phone: phoneMistake(address.phone ?? ""),
  };
  for (const [field, mistake] of Object.entries(wrong))
    if (mistake) addIssue({ code: "custom", path: [field], message: mistake.message, params: mistake.values });
});
export type NewAddress = z.infer<typeof NewAddress>;
export const Address = PostalAddress.extend({ id: z.int(), is_default_shipping: z.boolean() });
export type Address = z.infer<typeof Address>;

export const Session = z.object({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** Words for the screen, the same whether the account exists or not. */
const Said = z.object({ message: z.string() });
const Secret = z.string().min(1).max(200);

const authApi = {
  "POST /auth/login": endpoint({
    summary: "Sign in with a username or e-mail and a password. A guest cart is merged into the customer's.",
    caller: "anyone",
    limit: "sign-in",
    body: Login,
    reply: SignedIn,
    problems: ["bad_credentials", "account_blocked"],
  }),
  "POST /auth/register": endpoint({
    summary: "Open a customer account; answers as a sign-in does.",
    caller: "anyone",
    limit: "sign-in",
    body: Registration,
    reply: SignedIn,
    status: 201,
    problems: ["username_taken"],
  }),
  "POST /auth/refresh": endpoint({
    summary: "Exchange the refresh token (as bearer) for a new access token and a new refresh token.",
    caller: "refresh",
    reply: z.object({ access_token: z.string(), refresh_token: z.string() }),
    problems: ["session_expired"],
  }),
  "POST /auth/logout": endpoint({
    summary: "Forget this session (refresh token as bearer).",
    caller: "refresh",
    status: 204,
  }),
  "GET /auth/login/google": endpoint({
    summary: "Sends the browser to Google to sign in (302).",
    caller: "anyone",
    limit: "sign-in",
  }),
  "GET /auth/login/google/callback": endpoint({
    summary: "Where Google sends the browser back; goes on to /login-success with a code that lasts 60 seconds (302).",
    caller: "anyone",
    limit: "sign-in",
  }),
  "POST /auth/exchange": endpoint({
    summary: "Exchange the code of /login-success for a session, once, in the browser it was given to.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ code: Secret }),
    reply: SignedIn,
    problems: ["link_expired", "account_blocked"],
  }),
};

const SignInCode = z
  .string()
  .transform((text) => toAsciiDigits(text.replace(/\s/g, "")))
  .pipe(z.string().regex(/^\d{6}$/, "Six digits."));

const recoveryApi = {
  "POST /auth/password/forgot": endpoint({
    summary: "Have a link to choose a new password sent. The answer says nothing about whether the account exists.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ username: z.string().trim().min(1, "E-mail or username required").max(254) }),
    reply: Said,
    status: 202,
  }),
  "POST /auth/password/reset": endpoint({
    summary: "Choose a new password with the token of that link; all sessions end and a new one begins.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ token: Secret, password: Password }),
    reply: SignedIn,
    problems: ["link_expired", "account_blocked"],
  }),
  "POST /auth/email/confirm": endpoint({
    summary: "Confirm an e-mail address with the token sent to it: a new account's, or the one an account changes to.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ token: Secret }),
    reply: one(z.object({ email: z.string() })),
    problems: ["link_expired", "username_taken"],
  }),
  "POST /auth/code/request": endpoint({
    summary: "Have a sign-in code of six digits sent by e-mail. Whoever has no account yet gets one with it.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ email: Email }),
    reply: Said,
    status: 202,
  }),
  "POST /auth/code/verify": endpoint({
    summary: "Sign in with the code, once, within ten minutes.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ email: Email, code: SignInCode }),
    reply: SignedIn,
    problems: ["code_wrong", "account_blocked"],
  }),
};

const myAccountApi = {
  "GET /account/profile": endpoint({ summary: "Who is signed in.", caller: "user", reply: one(Profile) }),
  "PUT /account/profile": endpoint({
    summary:
      "Change name, e-mail or username. A new e-mail takes the place of another once it is confirmed from there.",
    caller: "user",
    body: z.object({
      fullname: z.string().trim().max(120).nullable(),
      email: Email.nullable(),
      username: Username.nullable(),
    }),
    reply: one(Profile.extend({ pending_email: z.string().nullable() })),
    problems: ["username_taken"],
  }),
  "POST /account/email/verification": endpoint({
    summary: "Have the link that confirms my e-mail address sent again.",
    caller: "user",
    limit: "sign-in",
    reply: Said,
    status: 202,
  }),
  "POST /account/password": endpoint({
    summary: "Change the password; other sessions end.",
    caller: "user",
    limit: "sign-in",
    body: z.object({ current_password: z.string().min(1).max(200), password: Password }),
    status: 204,
    problems: ["bad_credentials"],
  }),
  "POST /account/deletion": endpoint({
    summary:
      "Delete my account, shown to be mine by its password, or, where it has none, by a sign-in code. Orders are kept without who made them.",
    caller: "user",
    limit: "sign-in",
    body: z.object({ password: z.string().min(1).max(200).optional(), code: SignInCode.optional() }),
    status: 204,
    problems: ["bad_credentials", "code_wrong", "last_admin"],
  }),
  "GET /account/sessions": endpoint({
    summary: "Where this account is signed in.",
    caller: "user",
    reply: list(Session),
  }),
  "DELETE /account/sessions/:id": endpoint({
    summary: "End one session.",
    caller: "user",
    params: UuidParams,
    status: 204,
    problems: ["not_found"],
  }),
  "GET /account/addresses": endpoint({ summary: "My addresses.", caller: "customer", reply: list(Address) }),
  "POST /account/addresses": endpoint({
    summary: "Keep an address.",
    caller: "customer",
    idempotency: "accepted",
    body: NewAddress.safeExtend({ is_default_shipping: z.boolean().optional() }),
    reply: one(Address),
    status: 201,
  }),
  "PUT /account/addresses/:id": endpoint({
    summary: "Change an address.",
    caller: "customer",
    params: IdParams,
    body: NewAddress.safeExtend({ is_default_shipping: z.boolean().optional() }),
    reply: one(Address),
    problems: ["not_found"],
  }),
  "DELETE /account/addresses/:id": endpoint({
    summary: "Remove an address.",
    caller: "customer",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
};

export const accountsApi = { ...authApi, ...recoveryApi, ...myAccountApi };

/** Seconds an access token lives. */
export const accessTokenSeconds = 15 * 60;
