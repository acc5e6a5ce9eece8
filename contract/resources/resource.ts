import type { z } from "zod";
import {
  type Declaration,
  type Endpoint,
  endpoint,
  IdParams,
  list,
  type None,
  one,
  PageQuery,
  type Problems,
  paged,
} from "#contract/endpoint.ts";
import type { ObjectName } from "./object-names.ts";
import type { Access, Areas } from "./permissions.ts";
import type { Undo } from "./undo.ts";

/** An endpoint of a resource. It is for the dashboard unless it says `user`: then customers call it for what is theirs. */
type Declared<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> = Declaration<Params, Query, Body, Reply> & { caller?: "admin" | "user" };

/** A write says how it is undone, unless it changes nothing. */
type DeclareWrite = <
  Params extends z.ZodType = None,
  Query extends z.ZodType = None,
  Body extends z.ZodType = None,
  Reply extends z.ZodType = None,
>(
  declared: Declared<Params, Query, Body, Reply> & ({ undo: Undo } | { isRead: true }),
) => Endpoint<Params, Query, Body, Reply>;

/**
 * The endpoints of an object of the dashboard. Staff may call them who have access to one of `areas`; without any they are
 * for administrators only.
 */
export function resource(object: ObjectName, areas: Areas) {
  const declare =
    (access: Access) =>
    <
      Params extends z.ZodType = None,
      Query extends z.ZodType = None,
      Body extends z.ZodType = None,
      Reply extends z.ZodType = None,
    >({
      caller = "admin",
      ...declared
    }: Declared<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> =>
      endpoint({ ...declared, caller, object, permission: { areas, access } });
  const read = declare("read");
  const write: DeclareWrite = declare("write");
  return {
    /** This resource with endpoints for staff of more areas too, whose screens need them. */
    alsoFor: (...more: Areas) => resource(object, [...areas, ...more]),
    /** An endpoint that needs read access. */
    read,
    /** An endpoint that needs write access. */
    write,

    /** A short list. */
    list: <Row extends z.ZodType, Params extends z.ZodType = None, Query extends z.ZodType = None>(
      summary: string,
      row: Row,
      input: { params?: Params; query?: Query } = {},
    ) => read({ summary, ...input, reply: list(row) }),

    /** A page of a list. */
    page: <Filters extends z.ZodRawShape, Row extends z.ZodType>(
      summary: string,
      filters: z.ZodObject<Filters>,
      row: Row,
    ) => read({ summary, query: PageQuery.extend(filters.shape), reply: paged(row) }),

    /** A CSV file of a list, by the filters of that. */
    export: <Query extends z.ZodType = None>(summary: string, query?: Query) =>
      read({ summary, isExport: true, ...(query ? { query } : {}) }),

    /** The only one of its kind. */
    one: <Data extends z.ZodType>(summary: string, data: Data) => read({ summary, reply: one(data) }),

    /** One by its id. */
    get: <Data extends z.ZodType, Params extends z.ZodType = typeof IdParams>(
      summary: string,
      data: Data,
      params: Params = IdParams as unknown as Params,
    ) => read({ summary, params, reply: one(data) }),

    create: <Body extends z.ZodType, Data extends z.ZodType>(
      summary: string,
      body: Body,
      data: Data,
      problems: Problems = [],
    ) => write({ summary, undo: "snapshot", idempotency: "accepted", body, reply: one(data), status: 201, problems }),

    update: <Body extends z.ZodType, Data extends z.ZodType>(
      summary: string,
      body: Body,
      data: Data,
      problems: Problems = [],
      undo: Undo = "snapshot",
    ) => write({ summary, undo, params: IdParams, body, reply: one(data), problems }),

    delete: (summary: string, problems: Problems = [], undo: Undo = "snapshot") =>
      write({ summary, undo, params: IdParams, status: 204, problems }),
  };
}
