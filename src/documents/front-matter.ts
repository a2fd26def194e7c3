/** What stands above a page for its generator alone, and the title in it. */
export interface FrontMatter {
  /** Where the page begins. */
  readonly end: number;
  readonly title: string | null;
}

const NONE: FrontMatter = { end: 0, title: null };
/** YAML, which also ends with dots, and TOML. */
const YAML = /^---[^\S\r\n]*\r?\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[^\S\r\n]*(?:\r?\n|$)/;
const TOML = /^\+\+\+[^\S\r\n]*\r?\n([\s\S]*?)(?<=\n)\+\+\+[^\S\r\n]*(?:\r?\n|$)/;
/** A rule above text looks the same, but names nothing. */
const NAMES_SOMETHING = /^["']?[\w-]+["']?\s*[:=]/m;
const YAML_TITLE = /^title\s*:[^\S\r\n]*([^\r\n]*)((?:\r?\n[^\S\r\n]+[^\r\n]*)*)/m;
const TOML_TITLE = /^title\s*=\s*("[^"\r\n]*"|'[^'\r\n]*')/m;
/** JSON, as Hugo and Hexo have it: braces alone, or between semicolons. */
const JSON_MATTER =
  /^(?:;;;[^\S\r\n]*\r?\n)?(\{[\s\S]*?\r?\n\}|\{[^\r\n]*\})[^\S\r\n]*(?:\r?\n;;;[^\S\r\n]*)?(?:\r?\n|$)/;
const LONGEST = 100_000;

export function frontMatter(text: string): FrontMatter {
  const start = text.slice(0, LONGEST);
  if (/^(?:;;;|\{)/.test(start)) return fromJson(start);
  const isYaml = start.startsWith('---');
  const [whole, inside = ''] = (isYaml ? YAML : TOML).exec(start) ?? [];
  if (whole === undefined || (inside.trim() !== '' && !NAMES_SOMETHING.test(inside))) return NONE;
  return { end: whole.length, title: isYaml ? yamlTitle(inside) : tomlTitle(inside) };
}

function fromJson(text: string): FrontMatter {
  const [whole = '', json = ''] = JSON_MATTER.exec(text) ?? [];
  try {
    const { title } = JSON.parse(json) as { title?: unknown };
    return { end: whole.length, title: typeof title === 'string' && title !== '' ? title : null };
  } catch {
    return NONE;
  }
}

function yamlTitle(inside: string): string | null {
  const [, written = '', below = ''] = YAML_TITLE.exec(inside) ?? [];
  const isBelow = /^[>|][+-]?\d?$/.test(written.trim());
  const value = `${isBelow ? '' : written} ${below}`.replace(/\s+/g, ' ').trim();
  if (isBelow) return value || null;
  const [, single, double] = /^(?:'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)")/.exec(value) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'") || null;
  if (double !== undefined) return double.replace(/\\(["\\/])/g, '$1') || null;
  return value.replace(/(?:^|\s)#.*$/, '') || null;
}

/** Of the page, and not of a table in it. */
function tomlTitle(inside: string): string | null {
  return TOML_TITLE.exec(inside.split(/^\[/m, 1)[0]!)?.[1]?.slice(1, -1) || null;
}
