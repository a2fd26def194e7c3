import type { Response as HttpResponse } from 'express';

/** Sends what a server of MCP answered. Nobody may keep it: what a caller sees can change with the next request. */
export async function sendMcp(answer: Response, response: HttpResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status).setHeader('Cache-Control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type === null) response.end();
  else response.setHeader('Content-Type', type).end(bytes);
}
