// Patterns of lines to which generators of sites, not CommonMark, give a meaning.

export const LINE = /([^\n\r]*)(\r\n|\n|\r|$)/g;
export const FENCE = /^(`{3,}|~{3,})/;

/** `:::note Title`, `:::tip[Title]`, `::: details Title`, and its end. */
export const COLONS = /^:{3,}\s*(?:\{?([\w-]+)\}?)?\s*(.*)$/;
/** Behind the title: `{icon="star"}`, which MDX takes for an expression. */
export const ATTRIBUTES = /(?:\{[^{}]*\}|…)\s*$/;
/** PyMdown: `/// note | Title`, and its end. */
export const SLASHES = /^\/{3,}(?:\s*([\w-]+)(?:\s*\|\s*(.*))?)?$/;
/** Of notes in MyST and PyMdown, in the lines below their first one. */
export const OPTION = /^(?::[\w-]+:(?:\s|$)|(?:type|attrs|open|new|select):\s)/;
/** GitHub, mdBook, Obsidian: `> [!NOTE]`, `> [!tip]- Title`. */
export const QUOTED_NOTE = /^(?:>\s*)+\[![\w-]+\][+-]?\s*(.*)$/;
/** mdbook-admonish and MyST: a note between fences of code. */
export const FENCED_NOTE =
  /^[`~]{3,}\s*(?:admonish\b(?:[^"]*"([^"]*)")?.*|ad-\w+\s*|\{(?:note|tip|hint|warning|caution|danger|error|attention|important|seealso|admonition|dropdown)\}\s*(.*))$/;
export const HIDDEN = /^<(script|style)(?:\s[^>]*)?>/i;
/** MkDocs: `!!! note "Title"`, `???+ tip`, `=== "Tab"`. Its contents are indented. */
export const INDENTED = /^(?:(?:!!!|\?\?\?\+?)\s*[\w -]*?|===[!+]?)\s*(?:"([^"]*)")?\s*$/;
export const BANGS = /^(?:!!!|\?\?\?|===)/;
/** Hugo, Jekyll, GitBook: a line of nothing but templates. */
export const TEMPLATE =
  /^(?:\{%-?[^%]*-?%\}|\{\{[<%][^}]*[>%]\}\}|\{:[^}]*\})(?:\s*(?:\{%-?[^%]*-?%\}|\{\{[<%][^}]*[>%]\}\}))*$/;
/** Templates and remarks within a line. */
export const IN_LINE = /\{\{[<%][^{}]*[>%]\}\}|\{%-?[^%{}]*-?%\}|%%[^%]+%%/g;
export const TEMPLATE_NAME = /^\{[%{]\s*[-<%]?\s*(\/?\s*[\w-]+)/;
export const IMPORT = /^(?:import\s+(?:['"]|[\w*{][^'"]*\sfrom\s*['"])|export\s+(?:const|default|let|function)\s)/;
/** Lists of contents, and what MkDocs, mdBook and Obsidian take in, leave out or explain elsewhere. */
export const OTHERS =
  /^(?:\[\[?_?toc_?\]?\]|(?:[*-]|1\.) toc|\^[\w-]{1,80}|\([\w-]{1,80}\)=|\{\{\s*toc\s*\}\}|--8<--.*|\{\{#\w+[^{}]*\}\}|%%.*%%|\*\[[^\]]+\]:.*)$/i;
/** A line of nothing but tags, and what is written in `<summary>`. */
export const TAGS = /^(?:<\/?[A-Za-z][\w.:-]*(?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*)?\/?>\s*)+$/;
export const TAG = /<(\/?)([A-Za-z][\w.:-]*)((?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*)?)(\/?)>/g;
export const SUMMARY = /^<summary>(.*?)<\/summary>$/i;
/** A component whose attributes go on over the next lines. */
export const OPEN_TAG = /^<[A-Z][\w.]*(?:\s[^<>]*)?$/;
/** Attributes that name a tab or a note; `value` where no other does. */
export const NAMES = ['title|label|name|summary|heading|header', 'value'].map(
  (names) => new RegExp(`(?:^|\\s)(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`),
);
/** Tags without an end. */
export const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
