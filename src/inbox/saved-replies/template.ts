import type { ErrorDetail } from '../../common/errors/domain-error';

/** The variables of saved replies, beside `contact.attributes.KEY`. */
export const VARIABLES = [
  'contact.name',
  'contact.firstName',
  'contact.email',
  'contact.phone',
  'contact.company',
  'conversation.subject',
  'conversation.id',
  'agent.name',
  'member.name',
  'member.firstName',
  'workspace.name',
  'hours.next',
] as const;
export type VariableName = (typeof VARIABLES)[number];
export const ATTRIBUTE = 'contact.attributes.';

/** Characters of a value, at most. */
const LONGEST_VALUE = 200;
/** Characters of an unknown name that an error repeats. */
const SHOWN_NAME = 60;

/** Text, or a variable with its fallback; null: it has none. */
type Part = string | { readonly name: string; readonly fallback: string | null };

/** An escaped `{{`, a variable, or a `{{` that no `}}` follows. */
const TAG = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;

/** The variables in a text that do not exist, and `{{` without an end, each with the place of its first character, from 1. */
export function templateProblems(content: string): ErrorDetail[] {
  return Array.from(content.matchAll(TAG)).flatMap((tag) => {
    const position = Array.from(content.slice(0, tag.index)).length + 1;
    const at = { path: '/content', position };
    if (tag[0] === '{{') return [{ ...at, code: 'not_closed', message: `has {{ without }} at character ${position}` }];
    if (tag[1] === undefined || isVariable(nameIn(tag[1]))) return [];
    const name = nameIn(tag[1]).slice(0, SHOWN_NAME);
    return [{ ...at, code: 'unknown_variable', message: `has an unknown variable at character ${position}: ${name}` }];
  });
}

/** The names of the variables in a text, each once. */
export function variablesIn(content: string): Set<string> {
  return new Set(partsOf(content).flatMap((part) => (typeof part === 'string' ? [] : [part.name])));
}

/**
 * The text with the values in place of its variables, in one pass: a value is never expanded itself. `missing`: the variables
 * without a value and a fallback. `isMarkdown`: the values are escaped, so that they show as they are and make no link.
 */
export function rendered(
  content: string,
  values: ReadonlyMap<string, string>,
  { isMarkdown }: { isMarkdown: boolean },
): { content: string; missing: string[] } {
  const missing = new Set<string>();
  const text = partsOf(content).map((part) => {
    if (typeof part === 'string') return part;
    const value = oneLine(values.get(part.name) ?? '');
    if (value !== '') return isMarkdown ? withoutMarkdown(value) : value;
    if (part.fallback === null) missing.add(part.name);
    return part.fallback ?? '';
  });
  return { content: text.join(''), missing: [...missing] };
}

function partsOf(content: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const tag of content.matchAll(TAG)) {
    const [whole, inside] = tag;
    parts.push(content.slice(end, tag.index), inside === undefined ? '{{' : variable(inside));
    end = tag.index + whole.length;
  }
  return [...parts, content.slice(end)];
}

function variable(inside: string): Part {
  const bar = inside.indexOf('|');
  return { name: nameIn(inside), fallback: bar < 0 ? null : inside.slice(bar + 1).trim() };
}

function nameIn(inside: string): string {
  return inside.split('|', 1)[0]!.trim();
}

function isVariable(name: string): boolean {
  return (
    (VARIABLES as readonly string[]).includes(name) || (name.startsWith(ATTRIBUTE) && name.length > ATTRIBUTE.length)
  );
}

/** Without controls and characters that change the direction of the text around it. */
function oneLine(value: string): string {
  const line = value
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return line.length <= LONGEST_VALUE ? line : Array.from(line).slice(0, LONGEST_VALUE).join('').trimEnd();
}

/** Marks within a line, marks that begin one, and the joints of addresses, which the widget makes links. */
function withoutMarkdown(value: string): string {
  return value
    .replace(/[\\`*_{}[\]()<>!|~&^@]|:(?=\/)|\.(?=\S)/g, '\\$&')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)(?=\.)/, '$1\\');
}
