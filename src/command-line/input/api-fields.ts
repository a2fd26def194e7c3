import { readFile } from 'node:fs/promises';
import { unreadable, UsageError } from '../errors';
import { isRecord } from '../output/fields';
import type { Values } from './gather-input';

/** `name`, `name[inner]` and `name[]`. */
const KEY = /^([A-Za-z_][\w.-]*)((?:\[[\w.-]*\])*)$/;

/**
 * Fields of `parley api`, as `gh api` takes them: `-f name=text`, and with -F also `true`, `null`, numbers and `@file`.
 * `name[inner]=x` fills a record, and `name[]=x` a list.
 *
 * @throws UsageError
 */
export async function apiFields(texts: readonly string[], typed: readonly string[]): Promise<Values> {
  const fields: Values = {};
  for (const text of texts) put(fields, ...pairIn(text, '-f'));
  for (const text of typed) {
    const [key, value] = pairIn(text, '-F');
    put(fields, key, await typedValue(value));
  }
  return fields;
}

function pairIn(text: string, flag: string): [key: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1 || !KEY.test(text.slice(0, equals))) {
    throw new UsageError(`${flag} is not a field.`, `Example: ${flag} name=value`);
  }
  return [text.slice(0, equals), text.slice(equals + 1)];
}

async function typedValue(text: string): Promise<unknown> {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  if (!text.startsWith('@')) return text;
  return readFile(text.slice(1), 'utf8').catch((error: unknown) => {
    throw unreadable('The file of -F', error);
  });
}

function put(fields: Values, key: string, value: unknown): void {
  const [, first = '', rest = ''] = KEY.exec(key)!;
  const steps = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!)];
  if (steps.some((step) => step in {})) throw new UsageError('A field has a name that is not allowed.');
  let holder: Values | unknown[] = fields;
  steps.forEach((step, at) => {
    const isLast = at === steps.length - 1;
    const inner = isLast ? value : steps[at + 1] === '' ? [] : {};
    if (Array.isArray(holder)) {
      if (step !== '') throw new UsageError('A field is a list and a record at once.');
      holder.push(inner);
    } else if (step === '') {
      throw new UsageError('A field is a list and a record at once.');
    } else {
      holder[step] = isLast ? value : (holder[step] ?? inner);
    }
    const next = Array.isArray(holder) ? holder.at(-1) : holder[step];
    if (isLast) return;
    if (!Array.isArray(next) && !isRecord(next)) throw new UsageError('A field is a text and a record at once.');
    holder = next as Values | unknown[];
  });
}
