import { redirect } from "react-router";

/** Redirects former addresses such as `/orders` to the account. */
const moved = (request: Request, status: number) => redirect(`/account${new URL(request.url).pathname}`, status);

export const loader = ({ request }: { request: Request }) => moved(request, 301);
export const clientLoader = ({ request }: { request: Request }) => moved(request, 302);
