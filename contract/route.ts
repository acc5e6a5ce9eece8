export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Route = `${Method} /${string}`;
