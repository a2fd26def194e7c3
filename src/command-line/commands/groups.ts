import type { Capability } from '../capability';

/** Descriptions of the groups. A group that is not here is described by its verbs. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ['account', 'your account, password and email address'],
  ['agents', 'agents of a workspace'],
  ['audit', 'the audit log of a workspace: who changed what'],
  ['capabilities', 'operations of the service'],
  ['contacts', 'people who talk to your agents'],
  ['credentials', 'credentials of your account'],
  ['credits', 'credits that a workspace spends on translations'],
  ['devices', 'browsers and phones that notify you'],
  ['domains', 'your own host names for chat pages'],
  ['events', 'what has happened in a workspace'],
  ['files', 'uploaded files for sources'],
  ['gaps', 'questions that the sources of an agent do not answer'],
  ['inbox', 'conversations with customers: read, answer, assign, close'],
  ['installation', 'the state of the service, and its set-up'],
  ['invitations', 'invitations to a workspace'],
  ['keys', 'workspace keys for programs'],
  ['knowledge', 'the knowledge of an agent: search and test it'],
  ['labels', 'labels that sort conversations'],
  ['mail', 'email in quarantine'],
  ['members', 'members of a workspace'],
  ['models', 'the model server of a workspace'],
  ['notifications', 'notifications of members and their delivery'],
  ['oauth', 'access tokens for workspace keys'],
  ['pages', 'pages from sitemaps'],
  ['policies', 'response times of support requests'],
  ['preferences', 'your preferences'],
  ['replies', 'texts that members keep for replies'],
  ['requests', 'support requests of customers'],
  ['retention', 'how long a workspace keeps conversations'],
  ['sessions', 'your browser sessions'],
  ['sources', 'texts, files and web pages that an agent answers from'],
  ['views', 'saved lists of conversations'],
  ['visitors', 'keys that sign the identity of your site’s visitors'],
  ['webhooks', 'events of a workspace, sent to your programs'],
  ['workspaces', 'workspaces you are a member of'],
]);

/** The most common verbs come first. */
const FIRST = ['list', 'show', 'get', 'create', 'add', 'update', 'remove'];

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

/** Former names of a command, which scripts still use: those that the service lists, and an older one. */
export function formerNamesOf({ operationId, cli }: Pick<Capability, 'operationId' | 'cli'>): Name[] {
  const listed = (cli.formerCommands ?? []).map((command) => nameOf({ cli: { ...cli, command } }));
  const oldest = formerNameOf({ operationId });
  return oldest ? [...listed, oldest] : listed;
}

/**
 * The oldest name of a command, which came completely from the operationId: `readContactProfile` was `contact-profiles
 * read`. Null if the id is not a verb with a noun.
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
