/** Characters that control a terminal, or that make text look like other text: controls, and changes of direction. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const UNSAFE_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Puts text on one line. The author of the text must not control the terminal. */
export function onOneLine(text: string): string {
  return text.replace(/\r?\n/g, ' ').replace(UNSAFE, escaped);
}

/** Leaves line breaks and tabs as they are. */
export function onLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE_BUT_LINES, escaped);
}

/** JSON without control characters: JSON.stringify leaves some of them as they are. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE_BUT_LINES, escaped);
}

/** For programs that split lines at tabs. */
export function tabSafe(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
