import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { explainFailure, fetchBytes, isPublicAddress } from "./fetch-bytes.ts";
import { registerFetchJob, withoutRepeatedMisses } from "./fetch-images.ts";
import { addImage, enqueueFetch, listImageSources, retryFailedImages } from "./images.ts";

const shop = await openTestShop();
const { db, jobs } = shop.app;
const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#446688" } })
  .png()
  .toBuffer();

let asked: string[] = [];
let answer: RequestListener = (_request, reply) => reply.end(image);
const server = createServer((request, reply) => {
  asked.push(request.url ?? "");
  answer(request, reply);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;
const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;
const everything = () => true;
const { productId: product } = await selling(shop).product();

beforeEach(async () => {
  await sql`delete from image_hosts`.execute(db);
  await sql`delete from images where product_id is null`.execute(db);
  asked = [];
  answer = (_request, reply) => reply.end(image);
  // As the shop does it; some tests allow addresses of this machine.
  registerFetchJob(shop.app);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fc00::1",
  "fe80::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "64:ff9b::7f00:1",
  "not an address",
])("the address %s is not of the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("a public address of this machine is refused like a private one", () => {
  const own = { eth0: [{ address: "93.184.216.34" }, { address: "2606:4700::1" }], lo: [{ address: "127.0.0.1" }] };
  for (const address of ["93.184.216.34", "::ffff:93.184.216.34", "2606:4700::1"])
    expect([isPublicAddress(address), isPublicAddress(address, own)]).toEqual([true, false]);
  expect(isPublicAddress("93.184.216.35", own)).toBe(true);
});

test("public addresses are", () => {
  for (const address of ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
    expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["the loopback address", at("/")],
  ["a name that leads there", at("/", "localhost")],
  ["loopback as one number", `http://2130706433:${port}/`],
  ["loopback in hexadecimal", `http://0x7f.1:${port}/`],
  ["loopback in IPv6", `http://[::ffff:127.0.0.1]:${port}/`],
])("%s is never asked", async (_what, address) => {
  await expect(fetchBytes(address)).rejects.toThrow("isn't on the public internet");
  expect(asked).toEqual([]);
});

test.each(["file:///etc/passwd", "ftp://example.com/x", "data:image/png;base64,AA", "nonsense"])(
  "%s is not fetched",
  async (address) => {
    await expect(fetchBytes(address)).rejects.toThrow("Use an http or https URL");
  },
);

test("every redirect is checked, by address and by name", async () => {
  const onlyFirst = (address: string) => address === "127.0.0.1";
  for (const target of ["http://169.254.169.254/latest/", "http://[::1]/", "file:///etc/passwd"]) {
    answer = (_request, reply) => reply.writeHead(302, { location: target }).end();
    await expect(fetchBytes(at("/"), { allows: onlyFirst })).rejects.toThrow(/public internet|http or https/);
  }
  const literalsOnly = () => asked.length === 0;
  answer = (_request, reply) => reply.writeHead(302, { location: at("/secret", "localhost") }).end();
  await expect(fetchBytes(at("/"), { allows: literalsOnly })).rejects.toThrow("public internet");
  expect(asked).not.toContain("/secret");
});

test("redirects are followed a few times, not for ever", async () => {
  answer = ({ url }, reply) =>
    url === "/there" ? reply.end(image) : reply.writeHead(301, { location: "/there" }).end();
  expect(await fetchBytes(at("/here", "localhost"), { allows: everything })).toEqual(image);
  answer = (_request, reply) => reply.writeHead(302, { location: "/round" }).end();
  await expect(fetchBytes(at("/"), { allows: everything })).rejects.toThrow("Too many redirects");
});

test("downloads that are too large or too slow are aborted", async () => {
  answer = (_request, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(1024 * 1024)));
    };
    reply.on("drain", more);
    more();
  };
  await expect(fetchBytes(at("/"), { allows: everything })).rejects.toThrow("larger than 20 MB");
  answer = () => undefined;
  await expect(fetchBytes(at("/"), { allows: everything, milliseconds: 60 })).rejects.toThrow("too long");
});

test("a server that can't be reached is described in words, and may be tried again", async () => {
  answer = ({ socket }) => socket.destroy();
  await expect(fetchBytes(at("/"), { allows: everything })).rejects.toMatchObject({
    message: "The server closed the connection.",
    lasting: false,
  });
  const closed = createServer();
  await new Promise<void>((ready) => closed.listen(0, "127.0.0.1", ready));
  const { port: unused } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  await expect(fetchBytes(`http://127.0.0.1:${unused}/`, { allows: everything })).rejects.toThrow(
    "The server refused the connection.",
  );
});

test.each([
  ["ENOTFOUND", "The address img.example doesn't exist."],
  ["EAI_AGAIN", "The address img.example couldn't be looked up."],
  ["ECONNREFUSED", "The server refused the connection."],
  ["ECONNRESET", "The server closed the connection."],
  ["CERT_HAS_EXPIRED", "The security certificate of the server isn't valid."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The security certificate of the server isn't valid."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The security certificate of the server isn't valid."],
  ["EHOSTUNREACH", "Couldn't reach the server (EHOSTUNREACH)."],
])("the failure %s is explained", (code, words) => {
  const error = Object.assign(new Error(`getaddrinfo ${code} img.example`), { code, hostname: "img.example" });
  expect(explainFailure(error)).toBe(words);
  expect(explainFailure(new Error("failed", { cause: error }))).toBe(words);
});

const pending = async (source_url: string) => {
  const { id } = await inTransaction(db, async (tx) => {
    const added = await addImage(tx, { source_url, alt: "" });
    await enqueueFetch(shop.app, tx);
    return added;
  });
  await jobs.drain();
  return state(id);
};
const state = async (id: number) => {
  const { rows } = await sql<{ id: number; status: string; failure: string | null; sha256: string | null }>`
    select id, status, failure, sha256 from images where id = ${id}`.execute(db);
  return rows[0];
};

test("an image at a private address fails and is never requested", async () => {
  expect(await pending(at("/private"))).toMatchObject({ status: "failed", failure: expect.stringContaining("public") });
  expect(asked).toEqual([]);
});

test("an image with a source URL is fetched and stored", async () => {
  registerFetchJob(shop.app, { allows: everything });
  const came = await pending(at("/good.png"));
  expect(came).toMatchObject({ status: "ready", failure: null });
  const shown = await shop.app.http.inject({ url: `/images/${came?.sha256?.slice(0, 20)}/150.webp` });
  expect(shown.statusCode).toBe(200);
});

test("what is no image fails at once; what may come later stays pending, four times", async () => {
  registerFetchJob(shop.app, { allows: everything });
  answer = (_request, reply) => reply.end("<html>");
  expect(await pending(at("/page"))).toMatchObject({ status: "failed" });
  answer = (_request, reply) => reply.writeHead(404).end();
  expect(await pending(at("/gone"))).toMatchObject({
    status: "failed",
    failure: "The server responded with status 404.",
  });
  answer = (_request, reply) => reply.writeHead(503).end();
  const later = await pending(at("/later"));
  expect(later).toMatchObject({ status: "pending", failure: "The server responded with status 503." });
  for (let attempt = 2; attempt <= 4; attempt++) {
    await sql`update images set next_try_at = now() where status = 'pending'`.execute(db);
    await sql`delete from image_hosts`.execute(db);
    await inTransaction(db, (tx) => enqueueFetch(shop.app, tx));
    await jobs.drain();
  }
  expect(await state(later?.id ?? 0)).toMatchObject({ status: "failed" });
  expect(asked.filter((url) => url === "/later")).toHaveLength(4);
});

/** Images that this machine doesn't serve. */
const fetchMissing = async (retryAfter: string) => {
  registerFetchJob(shop.app, { allows: everything });
  answer = (_request, reply) => reply.writeHead(503, { "retry-after": retryAfter }).end();
  await inTransaction(db, async (tx) => {
    for (let n = 1; n <= 4; n++) await addImage(tx, { source_url: at(`/${retryAfter}-${n}`), alt: "" });
    await enqueueFetch(shop.app, tx);
  });
  await jobs.drain();
};

test.each([
  ["99999999999", 3600],
  ["1e999", 3600],
  ["-99999999999", 30],
])("a host that asks to wait %s seconds waits %i", async (retryAfter, wait) => {
  await fetchMissing(retryAfter);
  expect(await hostWait()).toBe(wait);
});

test("failures that can't be recorded fail the job and not the process", async () => {
  await sql`alter table image_hosts add constraint no_hosts check (false)`.execute(db);
  await fetchMissing("0");
  await sql`alter table image_hosts drop constraint no_hosts`.execute(db);
  expect(await hostWait()).toBe(0);
});

test("a host that does not answer is requested less and less often; after six failures its images fail until a retry", async () => {
  registerFetchJob(shop.app, { allows: everything });
  answer = (_request, reply) => reply.writeHead(503, { "retry-after": "120" }).end();
  await inTransaction(db, async (tx) => {
    for (let n = 1; n <= 20; n++) await addImage(tx, { source_url: at(`/down-${n}`), alt: "", product_id: product });
    await enqueueFetch(shop.app, tx);
  });
  const waits: number[] = [];
  for (let failures = 1; failures < 6; failures++) {
    asked = [];
    await jobs.drain();
    // Further requests wait until one is answered; only the first time some are under way at once.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(failures === 1 ? 4 : 1);
    waits.push(await hostWait());
    await sql`update image_hosts set not_before = now()`.execute(db);
    await inTransaction(db, (tx) => enqueueFetch(shop.app, tx));
  }
  expect(waits).toEqual([120, 120, 120, 240, 480]);
  await jobs.drain();
  const failed = {
    status: "failed",
    failure: `127.0.0.1:${port} did not answer. The server responded with status 503.`,
  };
  expect(await images()).toEqual(Array.from({ length: 20 }, () => expect.objectContaining(failed)));

  answer = (_request, reply) => reply.end(image);
  expect(await inTransaction(db, (tx) => retryFailedImages(shop.app, tx, [product]))).toBe(20);
  await jobs.drain();
  expect(new Set((await images()).map(({ status }) => status))).toEqual(new Set(["ready"]));
});

const images = async () => {
  const { rows } = await sql<{ status: string; failure: string | null }>`
    select status, failure from images where product_id = ${product} order by id`.execute(db);
  return rows;
};
/** To ten seconds, as the test itself takes some time. */
const hostWait = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select (round(extract(epoch from not_before - now()) / 10) * 10)::int as seconds from image_hosts`.execute(db);
  return rows[0]?.seconds ?? 0;
};

test("an image whose address has changed is not added again: the one that is there gets the address", async () => {
  registerFetchJob(shop.app, { allows: everything });
  const { productId } = await selling(shop).product();
  const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#ffffff" } })
    .png()
    .toBuffer();
  answer = ({ url }, reply) => reply.end(url?.startsWith("/other") ? other : image);
  const add = async (...paths: string[]) => {
    await inTransaction(db, async (tx) => {
      for (const path of paths) await addImage(tx, { source_url: at(path), alt: "", product_id: productId });
      await enqueueFetch(shop.app, tx);
    });
    await jobs.drain();
    const { rows } = await sql<{ id: number; source_url: string }>`
      select id, source_url from images where product_id = ${productId} and status = 'ready' order by id`.execute(db);
    return rows;
  };
  const [first] = await add("/same.png?v=1");
  const after = await add("/same.png?v=2", "/other.png");
  expect(after).toEqual([
    { id: first?.id, source_url: at("/same.png?v=2") },
    { id: expect.any(Number), source_url: at("/other.png") },
  ]);
  const known = async () => (await listImageSources(db, [productId])).map(({ source_url }) => source_url).sort();
  const all = [at("/other.png"), at("/same.png?v=1"), at("/same.png?v=2")];
  expect(await known()).toEqual(all);
  // Named again, the earlier address is known once.
  await add("/same.png?v=1");
  expect(await known()).toEqual(all);
});

test("pending images are not read again for each that is fetched of the only host", async () => {
  let moment = 0;
  const asked: string[][] = [];
  const claim = withoutRepeatedMisses(
    async (busy) => {
      asked.push(busy);
      return busy.length === 0 ? "image" : undefined;
    },
    () => new Date(moment),
  );
  for (const busy of [[], ["a"], ["a"], [], ["a"]]) await claim(busy);
  expect(asked).toEqual([[], ["a"], []]);
  moment = 1500;
  await claim(["a"]);
  expect(asked).toHaveLength(4);
});
