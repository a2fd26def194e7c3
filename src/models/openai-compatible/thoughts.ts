/** The tags around the thoughts that some models write before their answer, where their server does not take them out. */
const TAGS: readonly (readonly [begin: string, end: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
];

/** The tag that ends the thoughts with which this text begins. Null if it begins with none. */
export function endOfThoughts(text: string): string | null {
  return TAGS.find(([begin]) => text.startsWith(begin))?.[1] ?? null;
}

/** A whole reply without thoughts before it. Unchanged if they have no end. */
export function withoutThoughts(reply: string): string {
  const text = reply.trimStart();
  const tag = endOfThoughts(text);
  const end = tag === null ? -1 : text.indexOf(tag);
  return tag === null || end < 0 ? text : text.slice(end + tag.length).trimStart();
}
