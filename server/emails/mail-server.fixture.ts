import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on this machine that keeps received emails. It can be stopped and started again on its port. */
export function mailServer() {
  const received: Email[] = [];
  /** The error to reject the next recipients with. */
  const says: { refusal?: Error | undefined } = {};
  let running: SMTPServer | undefined;
  let port = 0;

  const start = async () => {
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onRcptTo: (_address, _session, done) => done(says.refusal),
      onData: (stream, _session, done) => {
        void buffer(stream)
          .then((message) => PostalMime.parse(message))
          .then((email) => {
            received.push(email);
            done();
          }, done);
      },
    });
    server.on("error", () => undefined);
    await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
    port = (server.server.address() as AddressInfo).port;
    running = server;
  };
  const stop = () => new Promise<void>((done) => (running ? running.close(done) : done()));
  return { received, says, start, stop, url: () => `smtp://127.0.0.1:${port}` };
}
