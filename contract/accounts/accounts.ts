import { z } from "zod";
import { Country, endpoint, IdParams, Instant, list, one, UuidParams, Version } from "#contract/endpoint.ts";
import { addressProblems } from "#contract/formats/addresses.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { isLookalike } from "#contract/formats/usernames.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { Permissions } from "#contract/resources/permissions.ts";

export const Role = z.enum(["customer", "staff", "admin"]);
export type Role = z.infer<typeof Role>;
export const AccountStatus = z.enum(["active", "unverified", "provisional", "blocked", "deleted"]);
export type AccountStatus = z.infer<typeof AccountStatus>;

const Username = z
  .string()
  .trim()
  .normalize("NFC")
  .min(2, "Enter at least 2 characters.")
  .max(60)
  .regex(/^[\p{L}\p{M}\p{Nd}._-]+$/u, "Use only letters, numbers, dots, hyphens and underscores.")
  .refine((name) => !isLookalike(name), "Use letters from one alphabet, and none that look like other letters.");
export const Email = z.email("Enter a valid email address, such as name@example.com.").max(254);
export const Password = z
  .string()
  .min(8, "Use at least 8 characters.")
  .max(200)
  .regex(/^\P{Cc}*$/u, "Don't use control characters, such as tabs or line breaks.");
export const FullName = z
  .string()
  .trim()
  .max(120)
  .regex(/^\P{Cc}*$/u, "Don't use control characters, such as tabs or line breaks.");

/** The profile of the signed-in user. */
export const Profile = z.object({
  id: z.int(),
  fullname: z.string().nullable(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  /** Whether the email is verified; true also without an email, since nothing is left to verify. */
  email_verified: z.boolean(),
  /** False for users who signed in with a code or another provider and have not set a password. */
  has_password: z.boolean(),
  /** What the user may do in the dashboard; everything for administrators, nothing for customers. */
  permissions: Permissions,
  /** Whether the user works in the dashboard and can do nothing there before setting up two-factor authentication. */
  must_set_up_two_factor: z.boolean(),
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
  username: z.string("Username required").trim().normalize("NFC").min(1, "Username required").max(254),
  password: z.string("Password required").min(1, "Password required").max(200),
});
export type Login = z.infer<typeof Login>;

export const Registration = z
  .object({
    username: Username.optional(),
    email: Email.optional(),
    password: Password,
    fullname: FullName.optional(),
  })
  .refine((person) => person.username ?? person.email, {
    error: "Enter an email address or a username.",
    path: ["email"],
  });
export type Registration = z.infer<typeof Registration>;

/** A saved postal address. Addresses saved before a rule was added stay readable. */
export const PostalAddress = z.object({
  fullname: z.string("Name required").trim().min(1, "Name required").max(120),
  company: z.string().trim().max(120).nullish(),
  /** The VAT ID of the company, for invoices. */
  vat_id: z.string().trim().max(20).nullish(),
  line1: z.string("Street address required").trim().min(1, "Street address required").max(200),
  line2: z.string().trim().max(200).nullish(),
  city: z.string("City required").trim().min(1, "City required").max(120),
  region_code: z.string().trim().max(10).nullish(),
  /** Empty if the country has no postal codes. */
  postal_code: z.string().trim().max(20).default(""),
  country: Country,
  phone: z.string().trim().max(40).nullish(),
});
export type PostalAddress = z.infer<typeof PostalAddress>;
/** A postal address entered at checkout or in the account, validated by country. */
export const NewAddress = PostalAddress.extend({
  postal_code: PostalAddress.shape.postal_code.unwrap().transform(toAsciiDigits).default(""),
}).superRefine((address, { addIssue }) => {
  for (const [field, problem] of Object.entries(addressProblems(address)))
    if (problem) addIssue({ code: "custom", path: [field], message: problem.message, params: problem.values });
});
export type NewAddress = z.infer<typeof NewAddress>;
export const Address = PostalAddress.extend({ id: z.int(), version: Version, is_default_shipping: z.boolean() });
export type Address = z.infer<typeof Address>;

export const Session = z.object({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** A message to show, the same whether the account exists or not. */
const Message = z.object({ message: z.string() });
export const Secret = z.string().min(1).max(200);

/** An endpoint that answers with a session. */
export const signInWith = <Body extends z.ZodType>(summary: string, body: Body, problems: ProblemCode[]) =>
  endpoint({ summary, caller: "anyone", limit: "sign-in", body, reply: SignedIn, problems });

const authApi = {
  "POST /auth/login": signInWith(
    "Sign in with a username or email and a password. A guest cart is merged into the customer's cart.",
    Login,
    ["bad_credentials", "account_blocked", "two_factor_required"],
  ),
  "POST /auth/register": endpoint({
    summary: "Register a customer account and sign in.",
    caller: "anyone",
    limit: "sign-in",
    body: Registration,
    reply: SignedIn,
    status: 201,
    problems: ["username_taken"],
  }),
  "POST /auth/guest": signInWith(
    "Buy without a code: create a provisional account for an email, signed in here only. The answer is the same whether " +
      "an account with that email exists or not; the provisional one joins it once the email is confirmed. Sent with " +
      "the access token of another provisional account, its cart comes along, as at any sign-in.",
    z.object({ email: Email }),
    ["guest_checkout_off"],
  ),
  "POST /auth/refresh": endpoint({
    summary: "Exchange the refresh token (as bearer) for a new access token and a new refresh token.",
    caller: "refresh",
    reply: z.object({ access_token: z.string(), refresh_token: z.string() }),
    problems: ["session_expired"],
  }),
  "POST /auth/logout": endpoint({
    summary: "Sign out: end the session of the refresh token (as bearer).",
    caller: "refresh",
    status: 204,
  }),
  "GET /auth/login/google": endpoint({
    summary: "Redirect to Google to sign in.",
    caller: "anyone",
    limit: "sign-in",
    status: 302,
  }),
  "GET /auth/login/google/callback": endpoint({
    summary: "Callback for Google; redirects to /login-success with a code valid for 60 seconds.",
    caller: "anyone",
    limit: "sign-in",
    status: 302,
  }),
  "POST /auth/exchange": signInWith(
    "Exchange the code of /login-success for a session. Works once, in the browser that started the sign-in.",
    z.object({ code: Secret }),
    ["link_expired", "account_blocked", "two_factor_required"],
  ),
};

export const SignInCode = z
  .string()
  .transform((text) => toAsciiDigits(text.replace(/\s/g, "")))
  .pipe(z.string().regex(/^\d{6}$/, "Enter the 6-digit code."));

const recoveryApi = {
  "POST /auth/password/forgot": endpoint({
    summary: "Request a password reset link by email. The response is the same whether the account exists or not.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({
      username: z
        .string("Username or email required")
        .trim()
        .normalize("NFC")
        .min(1, "Username or email required")
        .max(254),
    }),
    reply: Message,
    status: 202,
    problems: ["email_unavailable"],
  }),
  "POST /auth/password/reset": signInWith(
    "Set a new password with the token of a reset link. Ends all sessions and starts a new one.",
    z.object({ token: Secret, password: Password }),
    ["link_expired", "account_blocked", "two_factor_required"],
  ),
  "POST /auth/email/confirm": endpoint({
    summary:
      "Verify an email address with the token sent to it, for a new account or a changed address. `other_browser`, which " +
      "leaves the link valid, where nobody has signed in to the account: a stranger may have entered the address. Sent with " +
      "the access token of a provisional account, its session goes on as that of the account it joins.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ token: Secret }),
    reply: one(z.object({ email: z.string() })),
    problems: ["link_expired", "username_taken", "other_browser"],
  }),
  "POST /auth/code/request": endpoint({
    summary:
      "Request a six-digit sign-in code by email. Creates an account at sign-in if the shop's settings allow it.",
    caller: "anyone",
    limit: "sign-in",
    body: z.object({ email: Email }),
    reply: Message,
    status: 202,
    problems: ["email_unavailable"],
  }),
  "POST /auth/code/verify": signInWith(
    "Sign in with a code, once, within ten minutes.",
    z.object({ email: Email, code: SignInCode }),
    ["code_wrong", "account_blocked", "two_factor_required"],
  ),
};

/** The password, or a sign-in code for an account without one. */
export const OwnerProof = z.object({ password: z.string().min(1).max(200).optional(), code: SignInCode.optional() });

const myAccountApi = {
  "GET /account/profile": endpoint({
    summary: "Retrieve the profile of the signed-in user.",
    caller: "user",
    beforeTwoFactor: true,
    reply: one(Profile),
  }),
  "PUT /account/profile": endpoint({
    summary:
      "Update name, email or username; what isn't sent stays. Another email requires the password, or a sign-in code if " +
      "the account has none; it replaces the current one once it is verified.",
    caller: "user",
    body: z.object({
      fullname: FullName.nullable().optional(),
      email: Email.nullable().optional(),
      username: Username.nullable().optional(),
      ...OwnerProof.shape,
    }),
    reply: one(Profile.extend({ pending_email: z.string().nullable() })),
    problems: ["username_taken", "bad_credentials", "code_wrong", "stale", "email_unavailable"],
  }),
  "POST /account/email/verification": endpoint({
    summary: "Resend the verification email.",
    caller: "user",
    limit: "sign-in",
    reply: Message,
    status: 202,
    problems: ["email_unavailable"],
  }),
  "POST /account/password": endpoint({
    summary: "Change the password. Ends all other sessions.",
    caller: "user",
    limit: "sign-in",
    body: z.object({ current_password: z.string().min(1).max(200), password: Password }),
    status: 204,
    problems: ["bad_credentials"],
  }),
  "POST /account/deletion": endpoint({
    summary:
      "Delete the account. Requires the password, or a sign-in code if the account has none. Orders stay, anonymized.",
    caller: "user",
    limit: "sign-in",
    body: OwnerProof,
    status: 204,
    problems: ["bad_credentials", "code_wrong", "last_admin"],
  }),
  "GET /account/sessions": endpoint({ summary: "List active sessions.", caller: "user", reply: list(Session) }),
  "DELETE /account/sessions/:id": endpoint({
    summary: "End a session.",
    caller: "user",
    params: UuidParams,
    status: 204,
  }),
  "DELETE /account/sessions": endpoint({
    summary: "End all other sessions. Access tokens end at once; this session refreshes once.",
    caller: "user",
    status: 204,
  }),
  "GET /account/addresses": endpoint({ summary: "List addresses.", caller: "user", reply: list(Address) }),
  "POST /account/addresses": endpoint({
    summary: "Create an address.",
    caller: "user",
    idempotency: "accepted",
    body: NewAddress.safeExtend({ is_default_shipping: z.boolean().optional() }),
    reply: one(Address),
    status: 201,
    problems: ["too_many_addresses"],
  }),
  "PUT /account/addresses/:id": endpoint({
    summary: "Replace an address, if it still has the version that is sent.",
    caller: "user",
    params: IdParams,
    /** With the version it is an edit of, so that another tab's is not replaced. */
    body: NewAddress.safeExtend({ is_default_shipping: z.boolean().optional(), version: Version.optional() }),
    reply: one(Address),
    problems: ["stale"],
  }),
  "DELETE /account/addresses/:id": endpoint({
    summary: "Delete an address.",
    caller: "user",
    params: IdParams,
    status: 204,
  }),
};

export const accountsApi = { ...authApi, ...recoveryApi, ...myAccountApi };

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 15 * 60;
