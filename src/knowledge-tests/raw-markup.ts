export const MARKUP_KINDS = ['table', 'code_fence', 'heading', 'html', 'link', 'furniture'] as const;
export type MarkupKind = (typeof MARKUP_KINDS)[number];

const FENCE = /^\s*(`{3,}|~{3,})/;
const ABSOLUTE = /^<?(?:https?:\/\/|mailto:)/i;
const LINK = /!?\[[^[\]]*\]\(([^()]*)/g;

const HEADING = /^ {0,3}#{1,6}\s|^={3,}\s*$/m;
const HTML = /<!--|<\/?(?:[a-z][\w.-]*(?:\s[^<>]*)?\/?)?>/i;
const REFERENCE = /(?<![\p{L}\p{N}])\[[^[\]]+\]\[[^[\]]*\]|^\s*\[[^[\]]+\]:\s/mu;
/** Of the tools that make pages: containers, tabs, includes, alerts, imports. */
const FURNITURE =
  /^\s*(?::::|!!!\s|\?\?\?\+?\s|=== "|>\s*\[!\w+\]|\{% include|-*8<-)|^(?:import|export)\s.*\sfrom\s+['"]/m;
const FRONT_MATTER = /^---\s*\n(?:[\w-]+:.*\n|\s.*\n)*---\s*(?:\n|$)/;

/** Markup of an answer that a chat window would show as it was typed. Inline code and whole fenced blocks are none of it. */
export function rawMarkup(content: string): MarkupKind[] {
  const { prose, halfFence } = withoutCode(content);
  const found: Record<MarkupKind, boolean> = {
    table: prose.split('\n').some(isTableRow),
    code_fence: halfFence,
    heading: HEADING.test(prose),
    html: HTML.test(prose),
    link: hasOddLink(prose),
    furniture: FURNITURE.test(prose) || FRONT_MATTER.test(prose),
  };
  return MARKUP_KINDS.filter((kind) => found[kind]);
}

/** Whether it has bold or italic marks, and code in backticks: simple Markdown, reported apart. */
export function simpleMarks(content: string): { emphasis: boolean; code: boolean } {
  const { prose } = withoutCode(content);
  return { emphasis: /\*[^\s*]|(?<![\p{L}\p{N}_])_[^\s_]/u.test(prose), code: content.includes('`') };
}

function withoutCode(content: string): { prose: string; halfFence: boolean } {
  let open: string | null = null;
  const lines: string[] = [];
  for (const line of content.split('\n')) {
    const fence = FENCE.exec(line)?.[1];
    if (open === null && fence !== undefined) open = fence;
    else if (open === null) lines.push(line);
    else if (fence !== undefined && fence.startsWith(open) && fence.length === line.trim().length) open = null;
  }
  return { prose: lines.join('\n').replace(/`+[^`]*`+/g, ' '), halfFence: open !== null };
}

function isTableRow(line: string): boolean {
  const row = line.trim();
  return (
    row.startsWith('|') || (row.endsWith('|') && row.length > 1) || row.split(' | ').length > 2 || isTableRule(row)
  );
}

function isTableRule(row: string): boolean {
  return /^[\s|:-]+$/.test(row) && row.includes('|') && row.includes('--');
}

function hasOddLink(prose: string): boolean {
  if (REFERENCE.test(prose)) return true;
  return [...prose.matchAll(LINK)].some(([link, address]) => link.startsWith('!') || !ABSOLUTE.test(address ?? ''));
}
