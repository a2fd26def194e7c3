import type { Capability } from '../capability';

/** What the commands of a group are about, for people; one that is not here is described by its verbs. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ['account', 'your account, password and email address'],
  ['agents', 'agents of a workspace'],
  ['capabilities', 'operations of the service'],
  ['contacts', 'people who talk to your agents'],
  ['conversations', 'conversations with customers'],
  ['credentials', 'credentials of your account'],
  ['credits', 'what a workspace spends on translations'],
  ['devices', 'browsers and phones that notify you'],
  ['domains', 'your own host names for chat pages'],
  ['files', 'files that sources are made of'],
  ['inbox', 'conversations with customers, for the people who answer them'],
  ['invitations', 'invitations to a workspace'],
  ['keys', 'workspace keys for programs'],
  ['knowledge', 'what an agent knows, and the gaps in it'],
  ['labels', 'labels that conversations are sorted by'],
  ['members', 'members of a workspace'],
  ['models', 'the model server of a workspace'],
  ['notifications', 'what members are notified of, and what became of it'],
  ['oauth', 'access tokens for workspace keys'],
  ['pages', 'pages that sitemaps have brought in'],
  ['policies', 'how long support requests may take'],
  ['preferences', 'your preferences'],
  ['requests', 'what customers need people for'],
  ['sessions', 'your browser sessions'],
  ['sources', 'texts, files and web pages that an agent answers from'],
  ['visitors', 'keys that sign who the visitors of your site are'],
  ['workspaces', 'workspaces you are a member of'],
]);

/** What everybody looks for first. */
const FIRST = ['list', 'get', 'create', 'update', 'remove'];

export function aboutGroup(name: string, verbs: readonly string[]): string {
  return ABOUT.get(name) ?? [...verbs].sort(byVerb).join(', ');
}

export function byVerb(a: string, b: string): number {
  const rank = (verb: string): number => (FIRST.includes(verb) ? FIRST.indexOf(verb) : FIRST.length);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** The two words after `parley`. */
export interface Name {
  group: string;
  verb: string;
}

export function nameOf({ cli }: Pick<Capability, 'cli'>): Name {
  const [, group = '', verb = ''] = cli.command.split(' ');
  return { group, verb };
}

/**
 * What a command was called when all of its name came from the operationId: `readContactProfile` was `contact-profiles
 * read`. Scripts still say so. Null for an id that is no verb with a noun.
 */
export function formerNameOf({ operationId }: Pick<Capability, 'operationId'>): Name | null {
  if (!/^[a-z]+([A-Z][a-z]*)+$/.test(operationId)) return null;
  const [verb = '', ...nouns] = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  return { group: plural(nouns.join('-')), verb };
}

function plural(noun: string): string {
  if (noun.endsWith('s')) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
