/** What stands between a program and a server: a proxy, and TLS with a certificate that no known authority has signed. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

const certificates = join(import.meta.dir, "certificates");

/** The certificate (PEM) of the authority that signed `serveTls`'s; valid until 2126. */
export const AUTHORITY = join(certificates, "authority.pem");

export interface Passage extends AsyncDisposable {
  readonly port: number;
}

export interface TestProxy extends Passage {
  /** What it was asked for: "CONNECT host:port", "POST http://…". */
  readonly asked: readonly string[];
}

/** TLS for localhost in front of a plain server on the loopback. */
export async function serveTls(plainPort: number): Promise<Passage> {
  const [cert, key] = await Promise.all([
    Bun.file(join(certificates, "localhost.pem")).text(),
    Bun.file(join(certificates, "localhost.key")).text(),
  ]);
  const server = createTlsServer({ cert, key }, (socket) =>
    joinSockets(socket, connect(plainPort, "127.0.0.1")),
  );
  return listen(server);
}

/** A proxy for tunnels and for plain requests. With a `login` ("user:password") it answers 407 to everybody else. */
export async function serveProxy(login?: string): Promise<TestProxy> {
  const asked: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (wanted !== undefined && incoming.headers["proxy-authorization"] !== wanted) {
      response.writeHead(407).end();
      return;
    }
    const body = await new Response(incoming).arrayBuffer();
    const answer = await fetch(incoming.url ?? "", { method: incoming.method ?? "GET", body, proxy: "" });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const http = createHttpServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy());
  });
  http.on("connect", (request, client: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (wanted !== undefined && request.headers["proxy-authorization"] !== wanted) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const port = Number(request.url?.split(":").at(-1));
    const server = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      joinSockets(client, server);
    });
  });
  return Object.assign(await listen(http), { asked });
}

function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

async function listen(server: Server): Promise<Passage> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
