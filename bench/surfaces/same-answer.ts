import assert from 'node:assert';
import type autocannon from 'autocannon';

interface ToolAnswer {
  result: { structuredContent: object; isError?: boolean };
}

/** @throws if the tool and REST return different answers: a refusal would be faster than an answer */
export async function ensureSameAnswer(
  url: string,
  { toolCall, rest }: { toolCall: autocannon.Request; rest: autocannon.Request },
): Promise<void> {
  const { result } = (await answerOf(url, toolCall)) as ToolAnswer;
  const expected = await answerOf(url, rest);
  const structured = Array.isArray(expected) ? { result: expected } : expected;
  assert.deepStrictEqual(result.structuredContent, structured, 'The tool and REST do not answer the same');
}

async function answerOf(
  url: string,
  { method = 'GET', path = '/', headers, body }: autocannon.Request,
): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: headers as Record<string, string>,
    ...(body === undefined ? {} : { body: body as string }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
