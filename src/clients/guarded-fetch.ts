const MAX_REDIRECTS = 3;

/** Why a reply was not read. Its message is fit for the user. */
export class RefusedReply extends Error {
  override readonly name = "RefusedReply";
}

/**
 * `fetch` that keeps to one host and reads so much and no more. A redirect to another host is refused, so that neither
 * the key nor the prompt goes where the user did not send it.
 * @param maxBytes Bytes of a body after which reading ends with an error.
 */
export function guardedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const { host, protocol } = url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await fetch(url, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) return bounded(response, maxBytes);
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.host !== host || (protocol === "https:" && next.protocol !== "https:")) {
        throw new RefusedReply(`it redirects to another host (${next.host}), which is not followed`);
      }
      url = next;
    }
    throw new RefusedReply("it redirects in circles");
  };
}

function bounded(response: Response, maxBytes: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new RefusedReply(`its reply is longer than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
