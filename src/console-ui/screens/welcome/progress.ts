import type { Schemas } from '../../api/client';

/** The steps of the first run, in their order. */
export const STEPS = ['agent', 'knowledge', 'ask', 'share'] as const;
export type Step = (typeof STEPS)[number];

interface Facts {
  agents: readonly Pick<Schemas['Agent'], 'id' | 'status' | 'createdAt' | 'deletionScheduledAt'>[];
  /** Of the agent that `agentOfWelcome` returns. */
  sources: readonly Pick<Schemas['Source'], 'status'>[];
}

/** The first run is about the oldest agent that is not being deleted. */
export function agentOfWelcome<A extends Facts['agents'][number]>(agents: readonly A[]): A | null {
  return agents.find(({ deletionScheduledAt }) => deletionScheduledAt === null) ?? null;
}

/** Whether a source is ready, or being read. */
export function isOfUse({ status }: Facts['sources'][number]): boolean {
  return status !== 'failed' && status !== 'deleting';
}

/** Where to go on, from what there is: an agent that is active has been asked already. */
export function stepOf({ agents, sources }: Facts): Step {
  const agent = agentOfWelcome(agents);
  if (!agent) return 'agent';
  if (!sources.some(isOfUse)) return 'knowledge';
  return agent.status === 'draft' ? 'ask' : 'share';
}

/** Longest suggestion, in characters. */
const LONGEST = 80;

/**
 * Questions about the headings of a text: Markdown's, or short lines that end a paragraph. At most `most`, without repetition.
 * `ask` makes a question of a heading that is none.
 */
export function suggestionsIn(text: string, most: number, ask: (heading: string) => string): string[] {
  const headings = [...text.matchAll(/^[ \t]{0,3}#{1,4}[ \t]+(.+?)[ \t#]*$/gm)].map(([, heading]) => heading!.trim());
  const found = headings.filter(({ length }) => length > 2 && length <= LONGEST);
  return [...new Set(found)].slice(0, most).map((heading) => (heading.endsWith('?') ? heading : ask(heading)));
}
