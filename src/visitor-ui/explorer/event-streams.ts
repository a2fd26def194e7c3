const SHOWN_MS = 5_000;
const SHOWN_CHARACTERS = 65_536;

interface SentRequest {
  userFetch?: typeof fetch;
}

/**
 * A stream of events never ends, but Swagger UI shows an answer at its end. For `requestInterceptor`: of a stream it shows
 * what arrives within 5 seconds, and 65,536 characters at most.
 */
export function shortStreams(request: SentRequest): SentRequest {
  request.userFetch = fetchBeginning;
  return request;
}

async function fetchBeginning(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const shown = new Response(await beginningOf(response.body!), response);
  Object.defineProperty(shown, 'url', { value: response.url });
  return shown;
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const ended = setTimeout(() => void reader.cancel(), SHOWN_MS);
  let text = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true });
      if (text.length > SHOWN_CHARACTERS) break;
    }
  } finally {
    clearTimeout(ended);
    void reader.cancel();
  }
  return `${text}: Swagger UI shows the beginning of the stream. To follow it, use the curl command above.\n`;
}
