import type { z } from "zod";
import { endpoint, IdParams, list, one, PageQuery, paged } from "./endpoint.ts";
import type { ProblemCode } from "./problems.ts";

type Problems = readonly ProblemCode[];

type None = z.ZodUndefined;

/** The endpoints that most resources of the dashboard have. */
export const admin = {
  /** A short list. */
  list: <Row extends z.ZodType, Params extends z.ZodType = None, Query extends z.ZodType = None>(
    summary: string,
    row: Row,
    input: { params?: Params; query?: Query } = {},
  ) => endpoint({ summary, caller: "admin", ...input, reply: list(row) }),

  /** A page of a list. */
  page: <Filters extends z.ZodRawShape, Row extends z.ZodType>(
    summary: string,
    filters: z.ZodObject<Filters>,
    row: Row,
  ) => endpoint({ summary, caller: "admin", query: PageQuery.extend(filters.shape), reply: paged(row) }),

  /** A file to download. */
  export: <Query extends z.ZodType>(summary: string, query: Query) => endpoint({ summary, caller: "admin", query }),

  /** The only resource of its kind. */
  one: <Data extends z.ZodType>(summary: string, data: Data) =>
    endpoint({ summary, caller: "admin", reply: one(data) }),

  /** One resource by its id. */
  get: <Data extends z.ZodType, Params extends z.ZodType = typeof IdParams>(
    summary: string,
    data: Data,
    params: Params = IdParams as unknown as Params,
  ) => endpoint({ summary, caller: "admin", params, reply: one(data) }),

  create: <Body extends z.ZodType, Data extends z.ZodType>(
    summary: string,
    body: Body,
    data: Data,
    problems: Problems = [],
  ) => endpoint({ summary, caller: "admin", idempotency: "accepted", body, reply: one(data), status: 201, problems }),

  update: <Body extends z.ZodType, Data extends z.ZodType>(
    summary: string,
    body: Body,
    data: Data,
    problems: Problems = [],
  ) => endpoint({ summary, caller: "admin", params: IdParams, body, reply: one(data), problems }),

  delete: (summary: string, problems: Problems = []) =>
    endpoint({ summary, caller: "admin", params: IdParams, status: 204, problems }),
};
