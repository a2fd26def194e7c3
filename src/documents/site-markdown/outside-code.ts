const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})/;

/** Changes the lines of Markdown that are no code between fences; as many of them at once as stand together. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  const take = (): void => {
    if (prose.length > 0) pieces.push(change(prose.join('')));
    prose = [];
  };
  for (const line of markdown.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const marks = FENCE.exec(line)?.[1];
    if (fence !== null) {
      pieces.push(line);
      if (isEnd(line, fence)) fence = null;
    } else if (marks === undefined) {
      prose.push(line);
    } else {
      take();
      fence = marks;
      pieces.push(line);
    }
  }
  take();
  return pieces.join('');
}

function isEnd(line: string, fence: string): boolean {
  const marks = line.replace(/^[ \t>]*/, '').trimEnd();
  return marks.startsWith(fence) && marks.replaceAll(fence[0]!, '') === '';
}

/** Replaces what a pattern finds, but for what stands between backticks. @param pattern global */
export function outsideSpans(line: string, pattern: RegExp, by: (...found: string[]) => string): string {
  if (!line.includes('`')) return line.replace(pattern, by as never);
  const parts = line.split(/(`+[^`\n]{1,1000}`+)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(pattern, by as never))).join('');
}
