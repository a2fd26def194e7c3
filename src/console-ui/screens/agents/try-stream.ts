import { EventSourceParserStream } from 'eventsource-parser/stream';
import { API_ADDRESS, type Schemas } from '../../api/client';
import { ApiProblem, problemOf } from '../../api/problems';
import { type Agent, pathOf, type Trial } from './queries';

export type TryInput = Omit<Schemas['TryAgentInput'], 'stream'>;

type TryEvent = { text: string } | { trial: Trial };

interface Failure {
  error: string;
  code: string;
  retryAfter?: number;
}

/** The answer as it comes, then the whole response. Throws an `ApiProblem` if there is none. */
export async function* tryAgent(agent: Agent, input: TryInput, signal: AbortSignal): AsyncGenerator<TryEvent, void> {
  const { workspaceId, agentId } = pathOf(agent);
  const response = await fetch(`${API_ADDRESS}/workspaces/${workspaceId}/agents/${agentId}/try`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ ...input, stream: true }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw cut();
  });
  if (!response.ok) throw await problemOf(response);
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'message.delta') yield { text: (JSON.parse(data) as { text: string }).text };
    if (event === 'turn.completed') {
      yield { trial: JSON.parse(data) as Trial };
      return;
    }
    if (event === 'turn.failed') throw failed(JSON.parse(data) as Failure);
  }
  throw cut();
}

function failed({ error, code, retryAfter }: Failure): ApiProblem {
  return new ApiProblem(503, code, error, [], null, retryAfter === undefined ? null : retryAfter * 1_000);
}

function cut(): ApiProblem {
  return new ApiProblem(0, 'unreachable', 'The answer broke off. Check your connection, then try again.');
}
