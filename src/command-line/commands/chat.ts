import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Capability } from '../capability';
import { retried } from '../connection/retried';
import type { Service } from '../connection/service';
import { CommandError, Interrupted, Refusal, Unavailable } from '../errors';
import { type Host, write } from '../host';
import type { Values } from '../input/gather-input';
import { onLines, onOneLine, safeJson } from '../output/printable';
import { reportError } from '../output/report-error';
import { paintFor } from '../output/style';
import type { Context } from './context';
import { call, operationIn } from './operations';
import { explained, settle } from './place';

export interface ChatOptions {
  workspace?: string;
  conversation?: string;
  json?: boolean;
}

/** The answer to a turn, as far as it is shown. */
interface Turn {
  conversationId: string;
  /** None where a person has the conversation. */
  message: { content: string } | null;
  citations: { index: number; title: string | null; heading?: string | null; url: string | null; quote: string }[];
  /** Absent from a service that is older than they are. */
  suggestions?: { title: string; url: string | null }[];
}

const A_PERSON_IS_THERE = 'A person has this conversation now, and has your message.';

/**
 * A conversation at a prompt, or with the lines of a pipe. A turn that the service does not answer is said again under the
 * same request id, so that nothing is said twice. Ends with Ctrl-D, or `/quit`.
 *
 * @throws CommandError
 */
export async function chat(
  agent: string | undefined,
  options: ChatOptions,
  { environment, host }: Context,
): Promise<void> {
  const send = operationIn(await environment.listing.get(), 'sendChatTurn');
  const where: Values = { workspaceId: options.workspace, agentId: agent };
  const place = await settle(send, where, { environment, called: { agentId: 'AGENT' } });
  const { workspaceId, agentId } = where;
  const service = await environment.service();
  const said = (values: Values): Promise<Turn> =>
    turn({ send, values: { ...where, ...values } }, service).catch(async (error: unknown) => {
      throw await explained(error, place, environment);
    });
  let interrupted = false;
  const interactive = host.stdin.isTTY === true && host.stdout.isTTY === true;
  const lines = createInterface({
    input: host.stdin,
    ...(interactive && { output: host.stdout, prompt: paintFor(host.stdout, host)('bold', '> ') }),
  });
  if (interactive) {
    // Also in the middle of an answer that does not come.
    lines.once('SIGINT', () => {
      interrupted = true;
      lines.close();
      process.kill(process.pid, 'SIGINT');
    });
    await write(host.stderr, 'Ask away. Ctrl-D ends the conversation.\n');
    lines.prompt();
  }
  let conversationId = options.conversation;
  try {
    for await (const line of lines) {
      const message = line.trim();
      if (message === '/quit') break;
      if (message !== '') {
        const answer = await said({ message, ...(conversationId !== undefined && { conversationId }) }).catch(
          // Whoever sits there can say it again.
          (error: unknown) => (interactive && error instanceof CommandError ? error : Promise.reject(error as Error)),
        );
        if (answer instanceof CommandError) await reportError(answer, { json: false }, host);
        else {
          conversationId = answer.conversationId;
          await write(host.stdout, options.json ? `${safeJson(answer)}\n` : shown(answer, host));
        }
      }
      if (interactive) lines.prompt();
    }
  } finally {
    lines.close();
  }
  if (interrupted) throw new Interrupted();
  if (interactive) await write(host.stdout, '\n');
  if (conversationId !== undefined && !options.json) {
    await write(
      host.stderr,
      `To go on: parley chat ${onOneLine(String(agentId))} --workspace ${onOneLine(String(workspaceId))} --conversation ${onOneLine(conversationId)}\n`,
    );
  }
}

interface Said {
  send: Capability;
  values: Values;
}

const TRIES = 3;
/** Beyond that a person decides, in seconds. */
const LONGEST_WAIT = 10;

async function turn({ send, values }: Said, service: Service): Promise<Turn> {
  const asked = { ...values, requestId: randomUUID() };
  return (await retried(() => call(service, send, asked), TRIES, patienceFor)).body as Turn;
}

/** Seconds after which the same turn may be answered; null where it will not be. */
function patienceFor(error: unknown): number | null {
  if (error instanceof Unavailable) return 1;
  if (!(error instanceof Refusal)) return null;
  const { retryAfter } = error.context;
  return retryAfter !== null && retryAfter <= LONGEST_WAIT ? retryAfter : null;
}

function shown({ message, citations, suggestions = [] }: Turn, host: Host): string {
  const paint = paintFor(host.stdout, host);
  const line = (...parts: (string | null | undefined)[]) => paint('dim', onOneLine(`  ${parts.filter(Boolean).join('  ')}`)); // prettier-ignore
  const words = message?.content ?? A_PERSON_IS_THERE;
  const sources = citations.map(({ index, title, heading, url }) =>
    line(`[${index}] ${title ?? ''}`.trimEnd(), heading === title ? null : heading, url),
  );
  const meant = suggestions.map(({ title, url }) => line(`Did you mean: ${title}`, url));
  return `${[onLines(words), ...sources, ...meant].join('\n')}\n`;
}
