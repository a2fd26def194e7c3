import type { CommandColumn, CommandWords } from '../capability';
import { isRecord } from '../output/fields';

const COMMAND = /^parley [a-z][a-z0-9-]* [a-z][a-z0-9-]*$/;
const FIELD = /^[A-Za-z][A-Za-z0-9_.]*$/;
const FLAG = /^[a-z][a-z0-9-]*$/;
const FORMS: readonly unknown[] = ['text', 'age', 'left', 'mark'];

/** The words that can be used. Any server may have sent them, and an older one sends only the first two. */
export function wordsOf({ supported, command, ...words }: CommandWords): CommandWords {
  return {
    supported,
    command,
    formerCommands: textsIn(words.formerCommands, COMMAND),
    arguments: textsIn(words.arguments, FIELD),
    flags: pairsIn(words.flags, FLAG),
    names: pairsIn(words.names, FIELD),
    columns: Array.isArray(words.columns) ? words.columns.flatMap(columnsIn) : [],
    examples: textsIn(words.examples, /^parley /),
    consequence: typeof words.consequence === 'string' ? words.consequence : null,
  };
}

function textsIn(value: unknown, form: RegExp): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && form.test(one)).map(String) : [];
}

function pairsIn(value: unknown, form: RegExp): Record<string, string> {
  const pairs = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(pairs.filter(([field, text]) => FIELD.test(field) && form.test(String(text)))) as Record<
    string,
    string
  >;
}

function columnsIn(value: unknown): CommandColumn[] {
  if (!isRecord(value) || typeof value['title'] !== 'string') return [];
  const { title, as } = value as unknown as CommandColumn;
  const fields = textsIn(value['fields'], FIELD);
  return fields.length > 0 ? [{ title, fields, as: FORMS.includes(as) ? as : 'text' }] : [];
}
