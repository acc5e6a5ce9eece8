import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { query } from "#web/api/call.ts";
import { pageData } from "#web/api/page-data.ts";
import { paths } from "#web/paths.ts";
import { RichText } from "#web/ui/text/rich-text.tsx";
import { Policy } from "./policy.tsx";

const textPage = (slug = "") => query("GET /shop/pages/:slug", { params: { slug } });
const page = pageData({ critical: ({ params }) => [textPage(params.slug)] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

/** A page that the merchant wrote. */
export default function TextPage() {
  const { slug, title, html } = useSuspenseQuery(textPage(useParams().slug)).data.data;
  return (
    <Policy title={title} path={paths.textPage(slug)}>
      <RichText html={html} />
    </Policy>
  );
}
