import { DataChanged } from './demo-state';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { plainText } from './plain-text';

/** Questions of a new user. The documentation answers each in plain sentences. */
const QUESTIONS = [
  'How do I back up the embedded database?',
  'What happens to access tokens when their workspace key is revoked?',
  'Where is every email written without SMTP_URL?',
];

interface Turn {
  outcome: string;
  message: { content: string } | null;
  citations: { title: string; start: number; end: number }[];
}

/** One chat turn for each question, as a website would send them. */
export async function askQuestions(
  { api, screen, state }: Demonstration,
  program: RequestHeaders,
  { path }: AgentPlace,
): Promise<void> {
  screen.heading('Customers ask, through a program with a workspace key');
  for (const [at, message] of QUESTIONS.entries()) {
    const { body: turn } = await api.call<Turn>('POST', `${path}/chat`, { headers: program, body: { message } });
    screen.labelled('question', message);
    if (turn.outcome !== 'answered' && state.isContinued)
      throw new DataChanged(`The agent does not know “${message}”.`);
    screen.excerpt('answer', plainText(turn.message?.content ?? `(${turn.outcome})`), 'strong');
    const [cited] = turn.citations;
    if (at === 0 && cited) {
      const { title, start, end } = cited;
      screen.labelled('cited', `${title}, characters ${start} to ${end}`, 'faint');
    }
  }
}
