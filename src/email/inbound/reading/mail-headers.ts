import type { Header } from 'postal-mime';
import type { SenderVerdict } from '../../../inbox/conversation.types';

const MOST_IDS = 100;
const LONGEST_ID = 500;

/** Headers by their names in lower case, as often as they are there, in their order. */
export class MailHeaders {
  constructor(private readonly headers: readonly Pick<Header, 'key' | 'value'>[]) {}

  all(name: string): string[] {
    return this.headers.filter(({ key }) => key === name).map(({ value }) => value);
  }

  /** Of a repeated one the first. */
  get(name: string): string | null {
    return this.headers.find(({ key }) => key === name)?.value ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** Message-IDs in a header, with their angle brackets; the last hundred. */
  ids(name: string): string[] {
    const found = (this.get(name) ?? '').match(/<[^<>\s]+>/g) ?? [];
    return found.filter((id) => id.length <= LONGEST_ID).slice(-MOST_IDS);
  }
}

/**
 * Whether a program sent it (RFC 3834, and what was usual before). A null Return-Path is not among these: reports have it
 * as well. `X-Auto-Response-Suppress` is none either: people's programs set it, to be spared of answers.
 */
export function saysAutomatic(headers: MailHeaders): boolean {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase();
  return (
    (submitted !== undefined && submitted !== '' && !/^no\b/.test(submitted)) ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    /^(?:bulk|junk|list|auto_reply)$/i.test(headers.get('precedence')?.trim() ?? '') ||
    headers.has('list-id') ||
    headers.has('list-unsubscribe')
  );
}

/** An address that says itself that nobody reads it. */
export function isNoReply(address: string): boolean {
  return /^(?:no|do-?not|not?)[-._]?reply(?:[-._+].*)?@/i.test(address);
}

/** The receiver's own delivery programs, as they name themselves. */
export function isMailSystem(address: string): boolean {
  return /^(?:mailer-daemon|postmaster)@/i.test(address);
}

/** What vacation programs in the languages of most mails begin a subject with. */
export function subjectSaysAutomatic(subject: string): boolean {
  return /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|autosvar|automatisk svar|automaattinen vastaus|automatyczna odpowiedź|автоответ|自动回复|自動回覆|自動応答)/iu.test(
    subject.trim(),
  );
}

/**
 * What the receiving server found out about the sender (RFC 8601): only the topmost header of the server that the operator
 * trusts counts, as anybody can write others. DMARC decides, which is about the From that people see; a result for another
 * domain says nothing about this one. Servers check one address of a From, and who names several or none may be anybody.
 * `named`: those of the From.
 */
export function senderVerdict(
  headers: MailHeaders,
  authservId: string | null,
  named: readonly string[],
): SenderVerdict {
  const [from] = named;
  if (headers.all('from').length > 1 || named.length > 1) return 'unverified';
  if (authservId === null) return 'unknown';
  if (from === undefined) return 'unverified';
  const results = headers
    .all('authentication-results')
    .map(withoutComments)
    .find((value) => value.split(';', 1)[0]?.trim().split(/\s/)[0]?.toLowerCase() === authservId.toLowerCase());
  const dmarc = results?.split(';').find((part) => /^\s*dmarc\s*=/i.test(part));
  const [, result = ''] = /=\s*([a-z]+)/i.exec(dmarc ?? '') ?? [];
  const [, domain = ''] = /\bheader\.from\s*=\s*([^\s;]+)/i.exec(dmarc ?? '') ?? [];
  if (domain !== '' && domain.toLowerCase() !== from.slice(from.lastIndexOf('@') + 1)) return 'unknown';
  if (result.toLowerCase() === 'pass') return 'verified';
  return result.toLowerCase() === 'fail' ? 'unverified' : 'unknown';
}

/**
 * Comments and quoted texts may hold anything, other results included: servers put there what the sender has said. Neither
 * is begun or ended by what stands behind a backslash (RFC 5322 §3.2.1).
 */
function withoutComments(value: string): string {
  let depth = 0;
  let quoted = false;
  let text = '';
  for (const [part] of value.slice(0, 10_000).matchAll(/\\?[^]/g)) {
    if (quoted) quoted = part !== '"';
    else if (part === '(') depth += 1;
    else if (part === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && part === '"') quoted = true;
    else if (depth === 0) text += part;
  }
  return text;
}
