import type { Header } from 'postal-mime';
import type { SenderVerdict } from '../../../conversations/conversation.types';
import type { AutomaticMark } from './parsed-mail.types';

const MOST_IDS = 100;
const LONGEST_ID = 500;

/** The headers by name in lower case, including repeated ones, in order. */
export class MailHeaders {
  constructor(private readonly headers: readonly Pick<Header, 'key' | 'value'>[]) {}

  all(name: string): string[] {
    return this.headers.filter(({ key }) => key === name).map(({ value }) => value);
  }

  /** The first header of this name. */
  get(name: string): string | null {
    return this.headers.find(({ key }) => key === name)?.value ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** The last hundred Message-IDs in a header, with angle brackets. */
  ids(name: string): string[] {
    const found = (this.get(name) ?? '').match(/<[^<>\s]+>/g) ?? [];
    return found.filter((id) => id.length <= LONGEST_ID).slice(-MOST_IDS);
  }
}

/**
 * How headers mark the email as automatic (RFC 3834 and older conventions). Null without a mark. A null Return-Path does not count,
 * because reports have it as well. `X-Auto-Response-Suppress` does not count, because email clients of people set it to avoid automatic
 * answers. Headers of lists and for unsubscribing do not count by themselves, because people write to lists, and by services that
 * add such headers.
 */
export function automaticMark(headers: MailHeaders): AutomaticMark | null {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase();
  if (submitted !== undefined && submitted !== '' && !/^no\b/.test(submitted)) return 'auto_submitted';
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'auto_submitted';
  const precedence = headers.get('precedence')?.trim().toLowerCase() ?? '';
  if (precedence === 'junk' || precedence === 'auto_reply') return 'precedence';
  // Groups mark all their emails as bulk.
  if (precedence === 'bulk' && !namedList(headers).includes('@')) return 'precedence';
  return isCampaign(headers) ? 'newsletter' : null;
}

/** The address that people write to, as Groups.io and Yahoo Groups name it: `list group@groups.io; contact …`. Empty if none is named. */
export function namedList(headers: MailHeaders): string {
  const [, named = ''] = /\blist\s+([^\s;,]{3,254})/i.exec(headers.get('mailing-list') ?? '') ?? [];
  return named;
}

const CAMPAIGN = ['feedback-id', 'x-csa-complaints', 'x-campaign', 'x-campaignid', 'x-campaign-id', 'x-mc-user', 'x-mailing-id']; // prettier-ignore

/** A newsletter: one can unsubscribe, and a system for campaigns has sent it. A group has other headers of its own. */
function isCampaign(headers: MailHeaders): boolean {
  const isList = headers.has('list-unsubscribe') && !headers.has('list-post') && !headers.has('x-google-group-id');
  return isList && CAMPAIGN.some((name) => headers.has(name));
}

/** Whether the subject begins like a vacation notice in one of the most common languages. */
export function subjectSaysAutomatic(subject: string): boolean {
  return /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|autosvar|automatisk svar|automaattinen vastaus|automatyczna odpowiedź|odpowiedź automatyczna|automatická odpov[eě]ď|automatikus válasz|răspuns automat|otomatik yanıt|автоматический ответ|автоматична відповідь|αυτόματη απάντηση|자동 회신|自动答复|自動返信|автоответ|自动回复|自動回覆|自動応答)/iu.test(
    subject.trim(),
  );
}

/**
 * The result of the sender check by the receiving server (RFC 8601). Only the topmost header of the server that the operator trusts
 * counts, because senders can add others. The DMARC result decides, because it is about the visible From; results for other domains
 * do not count. Servers check one address of a From, so an email with several or none is not verified. `named`: the addresses in From.
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
 * Removes comments and quoted texts, which can contain forged results, because servers copy text of the sender into them. A character
 * after a backslash neither begins nor ends them (RFC 5322 §3.2.1).
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
