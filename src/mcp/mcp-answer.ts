import type { Response as HttpResponse } from 'express';

/** The answer of an MCP server to one message. */
export interface McpAnswer {
  status: number;
  /** Null for an answer without a body. */
  type: string | null;
  body: string | Buffer;
}

export async function answerOf(response: Response): Promise<McpAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), body };
}

/** It must not be cached: the tools of a caller can change with the next request. */
export function sendMcp({ status, type, body }: McpAnswer, response: HttpResponse): void {
  response.status(status).setHeader('Cache-Control', 'no-store');
  if (type === null) response.end();
  else response.setHeader('Content-Type', type).end(body);
}
