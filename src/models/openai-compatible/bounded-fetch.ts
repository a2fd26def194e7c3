/** Bytes of a reply that are read at most; one that was asked for has a few thousand. */
const LONGEST_REPLY = 1_048_576;

/** `fetch` for a server that may answer anything: it is followed nowhere, and read no further than a megabyte. */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  // Elsewhere, nobody has promised to keep what customers write to themselves.
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, statusText, headers, body } = response;
  return new Response(body?.pipeThrough(atMost(LONGEST_REPLY)) ?? null, { status, statusText, headers });
}

function atMost(longest: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      size += bytes.length;
      if (size > longest) controller.error(new SyntaxError('The reply is too long.'));
      else controller.enqueue(bytes);
    },
  });
}
