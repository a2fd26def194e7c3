import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';

/** What somebody who has just met Parley wants to know; the documentation answers each in plain sentences. */
const QUESTIONS = [
  'How do I back up the embedded database?',
  'What happens to access tokens when their workspace key is revoked?',
  'Where do mails go without SMTP_URL?',
];

interface Turn {
  outcome: string;
  message: { content: string } | null;
  citations: { title: string; quote: string }[];
}

/** One chat turn for each question, as a website would send them. */
export async function askQuestions(
  { api, screen }: Demonstration,
  program: RequestHeaders,
  { path }: AgentPlace,
): Promise<void> {
  screen.heading('Customers ask');
  for (const message of QUESTIONS) {
    screen.blank();
    const { body: turn } = await api.call<Turn>('POST', `${path}/chat`, { headers: program, body: { message } });
    screen.labelled('question', message);
    screen.labelled('answer', turn.message?.content ?? `(${turn.outcome})`, 'strong');
    for (const { title, quote } of turn.citations) screen.labelled('from', `${title}: “${quote}”`, 'faint');
  }
}
