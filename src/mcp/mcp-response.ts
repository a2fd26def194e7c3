import type { Response as HttpResponse } from 'express';

/** Sends the answer of an MCP server. It must not be cached: the tools of a caller can change with the next request. */
export async function sendMcp(answer: Response, response: HttpResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status).setHeader('Cache-Control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type === null) response.end();
  else response.setHeader('Content-Type', type).end(bytes);
}
