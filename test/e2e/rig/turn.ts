/** A piece of a scripted reply. `arguments` is the raw text of the call as it goes over the wire, malformed or not. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly arguments: string; readonly id?: string };

/** What the server does on one request. */
export type Turn = Reply | Fault;

export interface Reply {
  readonly kind: "reply";
  readonly parts: readonly Part[];
  /** `auto`: tool use when there is a call, else a plain stop. `length`: the reply was cut off. */
  readonly stop: "auto" | "stop" | "tools" | "length";
  /** Milliseconds before the headers. */
  readonly waitMs: number;
  /** Milliseconds before every piece of the body; the headers do not wait for it. */
  readonly pieceMs: number;
  /** Tokens that the reply claims for the prompt and for itself. */
  readonly usage: { readonly input: number; readonly output: number };
}

export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly body: string; readonly headers: Headers }
  /** The request is read and never answered. */
  | { readonly kind: "hang" }
  /** The connection is closed without an answer. */
  | { readonly kind: "close" }
  | { readonly kind: "redirect"; readonly to: string; readonly status: 302 | 307 | 308 }
  /** Answered with status 200 and this very body. */
  | { readonly kind: "raw"; readonly body: string; readonly contentType: string };

type Headers = Readonly<Record<string, string>>;

export function say(text: string): Part {
  return { type: "text", text };
}

export function think(text: string): Part {
  return { type: "thinking", text };
}

/** A tool call. A string is sent as it is, malformed or not; anything else as its JSON text. */
export function call(name: string, args: unknown, id?: string): Part {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { type: "call", name, arguments: text, ...(id === undefined ? {} : { id }) };
}

/** A reply of some parts, with whatever is special about it. */
export function reply(parts: Part | readonly Part[], special: Partial<Omit<Reply, "kind" | "parts">> = {}): Reply {
  return {
    kind: "reply",
    parts: "type" in parts ? [parts] : parts,
    stop: "auto",
    waitMs: 0,
    pieceMs: 0,
    usage: { input: 100, output: 20 },
    ...special,
  };
}

/** An HTTP error, in the words of an OpenAI-like server unless a body is given. */
export function status(code: number, body?: string, headers: Headers = {}): Fault {
  const said = body ?? JSON.stringify({ error: { message: `scripted ${code}`, type: "scripted_error" } });
  return { kind: "status", status: code, body: said, headers };
}

export const hang: Fault = { kind: "hang" };
export const close: Fault = { kind: "close" };

export function redirect(to: string, code: 302 | 307 | 308 = 307): Fault {
  return { kind: "redirect", to, status: code };
}

export function raw(body: string, contentType = "application/json"): Fault {
  return { kind: "raw", body, contentType };
}
