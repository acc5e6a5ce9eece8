import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "#web/api/session/session.ts";
import { upload } from "./upload.ts";

type Sent = { url: string; bearer: string | undefined };
let sent: Sent[] = [];
let stored = new Map<string, string>();
let answer: (one: Sent) => { status: number; body: string };

/** An XMLHttpRequest that reports half of the upload, then responds with `answer`. */
class FakeRequest {
  status = 0;
  responseText = "";
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  private one: Sent = { url: "", bearer: undefined };
  open(_method: string, url: string) {
    this.one.url = url;
  }
  setRequestHeader(_name: string, value: string) {
    this.one.bearer = value;
  }
  abort() {}
  getResponseHeader() {
    return "application/json";
  }
  send() {
    sent.push(this.one);
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    const { status, body } = answer(this.one);
    if (status === 0) return;
    Object.assign(this, { status, responseText: body });
    this.onload?.();
  }
}

beforeEach(() => {
  sent = [];
  stored = new Map([
    ["access_token", "a1"],
    ["refresh_token", "r1"],
  ]);
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("fetch", async () => Response.json({ access_token: "a2", refresh_token: "r2" }));
  useSession.setState({ status: "in" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ status: "unknown", role: null, accountStatus: null, justLoggedOut: false });
});

const json = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) });

test("C6 an upload sends the access token, reports its progress and returns the reply", async () => {
  answer = () => json(201, { data: [], failed: [] });
  const progress: number[] = [];
  const reply = await upload("POST /images", new FormData(), { onProgress: (part) => progress.push(part) });
  expect([reply, progress]).toEqual([{ data: [], failed: [] }, [0.5]]);
  expect(sent).toEqual([{ url: "/v1/images", bearer: "Bearer a1" }]);
});

test("S7 an upload answered with 401 is sent again with a new token", async () => {
  answer = ({ bearer }) => (bearer === "Bearer a2" ? json(201, { data: [], failed: [] }) : json(401, {}));
  await upload("POST /images", new FormData());
  expect(sent.map(({ bearer }) => bearer)).toEqual(["Bearer a1", "Bearer a2"]);
});

test("S8 a 422 on an upload logs out", async () => {
  answer = () => json(422, { code: "token_broken", message: "Broken." });
  await expect(upload("POST /images", new FormData())).rejects.toMatchObject({ status: 422 });
  expect(useSession.getState().status).toBe("out");
});

test("C6 a failed upload has the message of the server, or a general one without JSON", async () => {
  answer = () => json(415, { code: "upload_unreadable", message: "This is no image." });
  await expect(upload("POST /images", new FormData())).rejects.toMatchObject({ message: "This is no image." });
  answer = () => ({ status: 502, body: "<html>" });
  await expect(upload("POST /images", new FormData())).rejects.toMatchObject({ status: 502, explained: false });
});

test("C6 an upload can be aborted", async () => {
  answer = () => ({ status: 0, body: "" });
  const stop = new AbortController();
  const uploading = upload("POST /images", new FormData(), { signal: stop.signal });
  stop.abort(new Error("Left the page"));
  await expect(uploading).rejects.toThrow("Left the page");
});
