import { dataBlock, escaped } from '../../common/http/escaped';
import type { ShownAgent } from './shown-agent';
import type { VisitorWords } from './visitor-files';
import type { VisitorLanguage } from './visitor-language';

export interface ChatDocument {
  surface: 'widget' | 'page';
  agentId: string;
  agent: ShownAgent;
  language: VisitorLanguage;
  words: VisitorWords;
  theme: string;
  /** Addresses of the style sheets and of the script, below our origin. */
  styles: string[];
  script: string;
  api: string;
  ticketSeconds: number;
  /** Whether answers can go to an email address. */
  sendsMail: boolean;
  question: string;
  /** Of the page of its own; null: a frame, which no page links to. */
  page: { address: string; icon: string; indexable: boolean; themeColors: { light: string; dark: string } } | null;
}

/**
 * The document of the frame and of the page of its own, before and after the visitor's ticket, which alone differs between two of the
 * same. Every text from outside goes through `escaped` or `dataBlock`.
 */
export function chatDocument(document: ChatDocument): [beforeTicket: string, afterTicket: string] {
  const { agent, language, words, styles, script, page } = document;
  const { surface, agentId, api, ticketSeconds, sendsMail, theme, question } = document;
  const { locale } = language;
  const data = { surface, agentId, api, ticketSeconds, sendsMail, locale, theme, words, question, agent };
  const before = [
    `<!doctype html>`,
    `<html lang="${escaped(locale)}" dir="${language.dir}" data-theme="${escaped(theme)}">`,
    `<head>`,
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">`,
    `<title>${escaped(agent.displayName)}</title>`,
    ...(page ? head(page, agent, theme) : [`<meta name="robots" content="noindex, nofollow">`]),
    ...styles.map((address) => `<link rel="stylesheet" href="${escaped(address)}">`),
    `<script type="application/json" id="parley">{"ticket":"`,
  ];
  const after = [
    `",${dataBlock(data).slice(1)}</script>`,
    `<script src="${escaped(script)}" defer></script>`,
    `</head>`,
    `<body>`,
    `<div id="app"><noscript>${withoutScript(agent, words)}</noscript></div>`,
    `</body>`,
    `</html>`,
    ``,
  ];
  return [before.join('\n'), after.join('\n')];
}

function head(page: NonNullable<ChatDocument['page']>, agent: ShownAgent, theme: string): string[] {
  const address = escaped(page.address);
  const description = escaped(shortened(agent.greeting || agent.displayName));
  const color = (value: string, scheme?: string): string =>
    `<meta name="theme-color"${scheme ? ` media="(prefers-color-scheme: ${scheme})"` : ''} content="${value}">`;
  const { light, dark } = page.themeColors;
  return [
    `<meta name="description" content="${description}">`,
    `<meta name="robots" content="${page.indexable ? 'index, follow' : 'noindex, nofollow'}">`,
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:title" content="${escaped(agent.displayName)}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    ...(agent.logoUrl ? [`<meta property="og:image" content="${escaped(agent.logoUrl)}">`] : []),
    `<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : escaped(theme)}">`,
    ...(theme === 'system' ? [color(light, 'light'), color(dark, 'dark')] : [color(theme === 'dark' ? dark : light)]),
    `<link rel="icon" href="${escaped(page.icon)}">`,
  ];
}

function withoutScript(agent: ShownAgent, words: VisitorWords): string {
  const email = agent.supportEmail;
  const address = email === null ? '' : `<a href="mailto:${escaped(encodeURI(email))}">${escaped(email)}</a>`;
  return [
    `<div class="plainly">`,
    `<h1>${escaped(agent.displayName)}</h1>`,
    agent.greeting ? `<p dir="auto">${escaped(agent.greeting)}</p>` : '',
    `<p>${escaped(String(words['noScript']))}</p>`,
    email === null ? '' : `<p>${escaped(String(words['orWriteTo'])).replace('{email}', () => address)}</p>`,
    `</div>`,
  ].join('');
}

/** A page of one sentence: nothing is here, or the site may not show it. */
export function plainDocument(sentence: string, language: VisitorLanguage, style: string): string {
  return [
    `<!doctype html>`,
    `<html lang="${escaped(language.locale)}" dir="${language.dir}">`,
    `<head>`,
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex, nofollow">`,
    `<meta name="color-scheme" content="light dark">`,
    `<title>${escaped(sentence)}</title>`,
    `<link rel="stylesheet" href="${escaped(style)}">`,
    `</head>`,
    `<body><main class="plainly"><h1>${escaped(sentence)}</h1></main></body>`,
    `</html>`,
    ``,
  ].join('\n');
}

/** As much as search engines show, without half a word at its end. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(plain);
  if (characters.length <= 160) return plain;
  return `${characters
    .slice(0, 159)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}

/** The mark of an agent without a logo: the first letter of its name on its colour. */
export function iconSvg(name: string, { accent, onAccent }: { accent: string; onAccent: string }): string {
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '·';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="${accent}"/>` +
    `<text x="32" y="44" font-family="system-ui,sans-serif" font-size="34" font-weight="650" text-anchor="middle" ` +
    `fill="${onAccent}">${escaped(letter)}</text></svg>`
  );
}
