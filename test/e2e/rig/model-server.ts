import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { anthropic } from "./anthropic.ts";
import { completions } from "./completions.ts";
import { responses } from "./responses.ts";
import { pieces, type Shape, type ShapeName, type Traffic } from "./shape.ts";
import { type Part, type Reply, reply, say, type Turn } from "./turn.ts";

const shapes: readonly Shape[] = [completions, responses, anthropic];

/** A turn, or a part or list of parts that make an ordinary reply. */
export type ScriptedTurn = Turn | Part | readonly Part[];

/** The turns in order, or a function that answers each request. After the last turn the server says `The script is over.` */
export type Script = readonly ScriptedTurn[] | ((request: RecordedRequest) => ScriptedTurn | Promise<ScriptedTurn>);

export interface RecordedRequest {
  /** Counts from 0. */
  readonly index: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body; its text when it is no JSON. */
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
  readonly shape: ShapeName;
  readonly stream: boolean;
  readonly model: string;
  /** Calls and results in the conversation, in order. */
  readonly traffic: readonly Traffic[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether the client closed the connection before the reply was complete. */
  dropped: boolean;
}

/** A model server on loopback. It speaks every shape at once, told apart by the path. */
export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  readonly url: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
}

export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const answerTo = async (request: RecordedRequest): Promise<Turn> => {
    const turn = typeof script === "function" ? await script(request) : script[request.index];
    if (turn === undefined) return reply(say("The script is over."));
    return "kind" in turn ? turn : reply(turn);
  };
  const server = createServer(async (incoming, outgoing) => {
    const request = await record(incoming, requests.length);
    if (request === undefined) return void outgoing.writeHead(404).end();
    requests.push(request);
    outgoing.on("close", () => {
      request.dropped = !outgoing.writableFinished;
    });
    try {
      await perform(await answerTo(request), request, outgoing);
    } catch (error) {
      outgoing.destroy();
      process.stderr.write(`scripted model server: ${error instanceof Error ? error.stack : error}\n`);
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function record(incoming: IncomingMessage, index: number): Promise<RecordedRequest | undefined> {
  const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
  const shape = shapes.find(({ serves }) => serves(path));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  if (shape === undefined) return undefined;
  const text = Buffer.concat(chunks).toString("utf8");
  const body = parse(text);
  const has = typeof body === "object" && body !== null ? body : {};
  return {
    index,
    path,
    headers: incoming.headers,
    body,
    text,
    shape: shape.name,
    stream: "stream" in has && has.stream === true,
    model: "model" in has ? String(has.model) : "",
    traffic: shape.read(body),
    at: Date.now(),
    dropped: false,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function perform(turn: Turn, request: RecordedRequest, outgoing: ServerResponse): Promise<void> {
  switch (turn.kind) {
    case "reply":
      return answer(turn, request, outgoing);
    case "status":
      return void outgoing
        .writeHead(turn.status, { "content-type": "application/json", ...turn.headers })
        .end(turn.body);
    case "redirect":
      return void outgoing.writeHead(turn.status, { location: turn.to }).end();
    case "raw":
      return void outgoing.writeHead(200, { "content-type": turn.contentType }).end(turn.body);
    case "close":
      return void outgoing.destroy();
    case "hang":
      return;
    default:
      return turn satisfies never;
  }
}

async function answer(turn: Reply, request: RecordedRequest, outgoing: ServerResponse): Promise<void> {
  const shape = shapes.find(({ name }) => name === request.shape) ?? completions;
  if (turn.waitMs > 0) await delay(turn.waitMs);
  if (!request.stream) {
    const body = JSON.stringify(shape.whole(turn, request.model, request.index));
    outgoing.writeHead(200, { "content-type": "application/json" });
    return writePieces(outgoing, turn.pieceMs > 0 ? pieces(body) : [body], turn.pieceMs);
  }
  outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return writePieces(outgoing, shape.stream(turn, request.model, request.index), turn.pieceMs);
}

async function writePieces(outgoing: ServerResponse, body: readonly string[], pieceMs: number): Promise<void> {
  outgoing.flushHeaders();
  for (const piece of body) {
    if (pieceMs > 0) await delay(pieceMs);
    if (outgoing.destroyed) return;
    outgoing.write(piece);
  }
  outgoing.end();
}
