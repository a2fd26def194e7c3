import { outsideCode } from './outside-code';

/** Templates of Hugo, Jekyll and GitBook; their attributes may stand on lines of their own. */
const TEMPLATE = /\{\{([<%])([^{}]{0,3000}?)([>%])\}\}|\{%-?([^%{}]{0,3000}?)-?%\}/g;
/** Code between templates; what nothing ends is no code. */
const CODE =
  /^[ \t]*(?:\{%-?\s*highlight\s+([\w+#.-]{1,30})[^%\n]{0,200}%\}|\{\{[<%]\s*highlight\s+"?([\w+#.-]{1,30})[^{}\n]{0,200}[>%]\}\})[ \t]*\n([\s\S]{0,50000}?)\n[ \t]*(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})/gm;
const COMMENT =
  /\{%-?\s*comment\s*-?%\}[\s\S]{0,50000}?\{%-?\s*endcomment\s*-?%\}|\{\{[<%]?\/\*[\s\S]{0,50000}?\*\/[>%]?\}\}/g;
/** Those that are around text, and may have its title without a name. */
const AROUND =
  /^(?:tab|tabitem|tabs-?item|details?|expand|collapse|accordion(?:-?item)?|spoiler|notice|callout|hint|admonition|alert|step|note|tip|warning|faq)$/i;
/** Alone in its line, with a title that has no name: its last text. */
const TITLED = /^([ \t]*)\{\{[<%]\s*([\w-]+)(?:\s+[\w-]+)?\s+"([^"=\n]{1,120})"\s*[>%]\}\}[ \t]*$/gm;
/** What a template that stands alone shows. */
const SHOWN = /(?:^|\s)(?:content|text|body|message|caption)\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const ALONE = /^(?:include|include_relative|render|figure|img|image|note|tip|warning|alert|callout)$/i;
/** Of code and remarks; each may be without an end. */
const BEGINS = /\{%-?\s*(?:highlight|comment)|\{\{[<%]?\s*(?:highlight|\/\*)/g;
const MOST = 1_000;

/** Templates of sites: each on one line, with its title named; those that only hold a text become that text. */
export function shortcodes(markdown: string): string {
  if (!/\{\{[<%/]|\{%/.test(markdown)) return markdown;
  if ((markdown.match(BEGINS)?.length ?? 0) > MOST) return markdown;
  const code = markdown.replace(
    CODE,
    (_whole, first: string | undefined, second: string | undefined, text: string) =>
      `\`\`\`${first ?? second}\n${text}\n\`\`\``,
  );
  return outsideCode(code, (prose) => {
    const shown = prose.replace(COMMENT, '');
    const closed = new Set(
      Array.from(shown.matchAll(/\{\{[<%]\s*\/\s*([\w-]+)|\{%-?\s*end([\w-]+)/g), ([, one, two]) => one ?? two),
    );
    return shown
      .replace(TEMPLATE, (whole: string, ...parts: (string | undefined)[]) => oneLine(whole, parts, closed))
      .replace(TITLED, (line: string, indent: string, name: string, title: string) =>
        AROUND.test(name) && closed.has(name) ? `${indent}{{< ${name} title="${title}" >}}` : line,
      );
  });
}

function oneLine(
  whole: string,
  [, hugo, , jekyll]: (string | undefined)[],
  closed: ReadonlySet<string | undefined>,
): string {
  const inside = (hugo ?? jekyll ?? '').replace(/\s+/g, ' ').trim();
  const [name = ''] = inside.split(' ', 1);
  const [, double, single] = SHOWN.exec(inside) ?? [];
  const text = double ?? single;
  if (text !== undefined && ALONE.test(name) && !closed.has(name)) return text;
  return whole.includes('\n') ? whole.replace(/\s*\n\s*/g, ' ') : whole;
}
