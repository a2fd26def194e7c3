import { escaped } from '../common/http/escaped';

const WORDS = {
  en: {
    title: 'Test page',
    text: 'This page stands for your website: it loads the widget as visitors get it. What you write in it appears in the inbox.',
    help: 'No button in a corner? The agent must be active and its widget switched on. If you allow certain sites only, allow this host too:',
    back: 'Back to the agents',
  },
  de: {
    title: 'Testseite',
    text: 'Diese Seite steht für Ihre Website: Sie lädt das Widget, wie Besucher es erhalten. Was Sie darin schreiben, erscheint im Posteingang.',
    help: 'Kein Knopf in einer Ecke? Der Agent muss aktiv und sein Widget eingeschaltet sein. Wenn Sie nur bestimmte Websites zulassen, lassen Sie auch diesen Host zu:',
    back: 'Zurück zu den Agenten',
  },
} as const;

export type PreviewLanguage = keyof typeof WORDS;
export const PREVIEW_LANGUAGES = Object.keys(WORDS) as PreviewLanguage[];

/** A page with the tag that customers put into theirs, and nothing else that runs. It says nothing that is not public. */
export function previewDocument(agentId: string, publicUrl: string, language: PreviewLanguage, style: string): string {
  const words = WORDS[language];
  const { host } = new URL(publicUrl);
  return [
    `<!doctype html>`,
    `<html lang="${language}">`,
    `<head>`,
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${words.title} · Parley</title>`,
    `<meta name="robots" content="noindex, nofollow">`,
    `<meta name="color-scheme" content="light dark">`,
    `<link rel="icon" href="/devices/icon-192.png" sizes="192x192">`,
    `<link rel="stylesheet" href="/app/assets/${escaped(style)}">`,
    `<script async src="/widget.js" data-agent="${escaped(agentId)}"></script>`,
    `</head>`,
    `<body>`,
    `<main class="screen">`,
    `<h1>${words.title}</h1>`,
    `<p>${words.text}</p>`,
    `<p>${words.help} <code>${escaped(host)}</code></p>`,
    `<p><a class="link" href="/app">${words.back}</a></p>`,
    `</main>`,
    `</body>`,
    `</html>`,
    ``,
  ].join('\n');
}
