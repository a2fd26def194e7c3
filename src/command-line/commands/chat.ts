import { createInterface } from 'node:readline';
import { CommandError, Interrupted } from '../errors';
import { type Host, write } from '../host';
import type { Values } from '../input/gather-input';
import { onLines, onOneLine, safeJson } from '../output/printable';
import { reportError } from '../output/report-error';
import { paintFor } from '../output/style';
import { type Turn, turnOf } from './chat-turn';
import type { Context } from './context';
import { operationIn } from './operations';
import { explained, settle } from './place';

export interface ChatOptions {
  workspace?: string;
  conversation?: string;
  json?: boolean;
}

const A_PERSON_IS_THERE = 'A person has this conversation now, and has your message.';

/**
 * Chats with an agent at a prompt, or with the lines of a pipe. On a terminal, an answer is shown while it is written.
 * Ends with Ctrl-D, or `/quit`.
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
  const sendTurn = (values: Values, answer: GrowingAnswer): Promise<Turn> =>
    turnOf(service, send, { ...where, ...values }, streams ? answer.grow : undefined).catch(async (error: unknown) => {
      throw await explained(error, place, environment);
    });
  let interrupted = false;
  // A user sees the words as they arrive; a program gets whole answers.
  const streams = host.stdout.isTTY === true && !options.json;
  let answer = new GrowingAnswer(host);
  const interactive = host.stdin.isTTY === true && host.stdout.isTTY === true;
  const lines = createInterface({
    input: host.stdin,
    ...(interactive && { output: host.stdout, prompt: paintFor(host.stdout, host)('bold', '> ') }),
  });
  if (interactive) {
    // Also while an answer is pending.
    lines.once('SIGINT', () => {
      interrupted = true;
      lines.close();
      void answer.breakOff();
      process.kill(process.pid, 'SIGINT');
    });
    await write(host.stderr, 'Type your question. Ctrl-D ends the conversation.\n');
    lines.prompt();
  }
  let conversationId = options.conversation;
  try {
    for await (const line of lines) {
      const message = line.trim();
      if (message === '/quit') break;
      if (message !== '') {
        answer = new GrowingAnswer(host);
        const input = { message, ...(conversationId !== undefined && { conversationId }) };
        const turn = await sendTurn(input, answer).catch(async (error: unknown) => {
          await answer.breakOff();
          // The user can type it again.
          if (interactive && error instanceof CommandError) return error;
          throw error;
        });
        if (turn instanceof CommandError) await reportError(turn, { json: false }, host);
        else {
          conversationId = turn.conversationId;
          if (options.json) await write(host.stdout, `${safeJson(turn)}\n`);
          else await answer.finish(turn.message?.content ?? A_PERSON_IS_THERE, footOf(turn, host));
        }
        answer = new GrowingAnswer(host);
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
      `To continue: parley chat ${onOneLine(String(agentId))} --workspace ${onOneLine(String(workspaceId))} --conversation ${onOneLine(conversationId)}\n`,
    );
  }
}

/**
 * Shows an answer on a terminal while it is written. After a broken connection, the repeated part is not shown again,
 * unless it belongs to another answer.
 */
class GrowingAnswer {
  private words = '';

  constructor(private readonly host: Host) {}

  readonly grow = async (words: string): Promise<void> => {
    if (!this.words.startsWith(words)) await this.finish(words);
  };

  /** Shows the rest of the answer and its footer. */
  async finish(words: string, foot = ''): Promise<void> {
    const rest = words.startsWith(this.words) ? words.slice(this.words.length) : `\n${words}`;
    await write(this.host.stdout, `${onLines(rest)}${foot}`);
    this.words = words;
  }

  /** Ends the line of an incomplete answer. */
  async breakOff(): Promise<void> {
    if (this.words !== '') await write(this.host.stdout, '\n');
    this.words = '';
  }
}

/** The citations and suggestions below an answer. */
function footOf({ citations, suggestions = [] }: Turn, host: Host): string {
  const paint = paintFor(host.stdout, host);
  const line = (...parts: (string | null | undefined)[]) =>
    paint('dim', onOneLine(`  ${parts.filter(Boolean).join('  ')}`));
  const sources = citations.map(({ index, title, heading, url }) =>
    line(`[${index}] ${title ?? ''}`.trimEnd(), heading === title ? null : heading, url),
  );
  const questions = suggestions.map(({ title, url }) => line(`Did you mean: ${title}`, url));
  return ['', ...sources, ...questions].map((text) => `${text}\n`).join('');
}
