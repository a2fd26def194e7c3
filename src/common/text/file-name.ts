import { storable } from './storable';

const LONGEST_NAME = 200;

/** The last part of a path, without control characters and direction marks that could mislead a reader. */
export function fileNameOf(declared: string | null): string {
  const [name = ''] = (
    storable(declared ?? '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  )
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .split('\0');
  const characters = Array.from(name);
  if (characters.length === 0) return 'attachment';
  if (characters.length <= LONGEST_NAME) return name;
  const [ending = ''] = /\.\w{1,10}$/.exec(name) ?? [];
  return characters.slice(0, LONGEST_NAME - ending.length).join('') + ending;
}
