// How long pages may be, and which page leads to which.

export interface Page {
  /** From the root of the tree: `docs/events.md`. */
  file: string;
  text: string;
}

const README_BYTES = 10_240;
const DECISION_LINES = 60;
const DECISION_WORDS = 450;

export function* readmeProblems(text: string): Generator<string> {
  const bytes = Buffer.byteLength(text);
  if (bytes > README_BYTES) yield `README.md: ${bytes} bytes, at most ${README_BYTES}: move text to a page of docs`;
}

/** @param list docs/decisions/README.md */
export function* decisionProblems(decisions: readonly Page[], list: string): Generator<string> {
  const files = new Map<string, string>();
  for (const { file, text } of decisions) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const number = name.slice(0, 4);
    const lines = text.trimEnd().split('\n').length;
    const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
    if (lines > DECISION_LINES) yield `${file}: ${lines} lines, at most ${DECISION_LINES}`;
    if (words > DECISION_WORDS) yield `${file}: ${words} words, at most ${DECISION_WORDS}`;
    if (!text.startsWith(`# ${number} `)) yield `${file}: does not begin with "# ${number}"`;
    if (files.has(number)) yield `${file}: ${files.get(number)} has this number, too`;
    if (!list.includes(`(${name})`)) yield `${file}: docs/decisions/README.md does not list it`;
    files.set(number, file);
  }
}

/** @param index docs/README.md, which links each page of docs. Decisions have a list of their own. */
export function* indexProblems(index: string, files: readonly string[]): Generator<string> {
  for (const file of files) {
    const path = file.slice('docs/'.length);
    if (path === 'README.md' || /^decisions\/\d/.test(path)) continue;
    if (!index.includes(`](${path})`)) yield `${file}: docs/README.md does not link it`;
  }
}
