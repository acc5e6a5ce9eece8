import type { z } from "zod";
import { endpoint, IdParams, list, one, paged } from "./endpoint.ts";
import type { ProblemCode } from "./problems.ts";

type Problems = readonly ProblemCode[];

/** The endpoints that most resources of the dashboard have. */
export const admin = {
  /** A short list. */
  list: <Row extends z.ZodType>(summary: string, row: Row) => endpoint({ summary, caller: "admin", reply: list(row) }),

  /** A page of a list. */
  page: <Query extends z.ZodType, Row extends z.ZodType>(summary: string, query: Query, row: Row) =>
    endpoint({ summary, caller: "admin", query, reply: paged(row) }),

  /** A file to download. */
  export: <Query extends z.ZodType>(summary: string, query: Query) => endpoint({ summary, caller: "admin", query }),

  /** One resource by its id. */
  get: <Data extends z.ZodType>(summary: string, data: Data) =>
    endpoint({ summary, caller: "admin", params: IdParams, reply: one(data) }),

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
