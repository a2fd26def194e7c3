import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';

/** Questions of a new user. The documentation answers each in plain sentences. */
const QUESTIONS = [
  'How do I back up the embedded database?',
  'What happens to access tokens when their workspace key is revoked?',
  'Where is every email written without SMTP_URL?',
];

const MOST_QUOTED = 100;

interface Turn {
  outcome: string;
  message: { content: string } | null;
  citations: { title: string; quote: string; start: number; end: number }[];
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
    for (const { title, quote, start, end } of turn.citations) {
      screen.labelled('cited', `${title}, characters ${start} to ${end}: “${shortened(quote)}”`, 'faint');
    }
  }
}

/** The beginning of a quote, which is enough to find the place. */
function shortened(quote: string): string {
  const words = quote.replace(/\s+/g, ' ');
  return words.length > MOST_QUOTED ? `${words.slice(0, MOST_QUOTED).replace(/ \S*$/, '')} …` : words;
}
