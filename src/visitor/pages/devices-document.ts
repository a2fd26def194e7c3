import { dataBlock, escaped } from '../../common/http/escaped';
import type { VisitorWords } from './visitor-files';
import type { VisitorLanguage } from './visitor-language';

export interface DevicesDocument {
  language: VisitorLanguage;
  languages: string[];
  /** The address asks for the language. */
  fixed: boolean;
  words: VisitorWords;
  style: string;
  script: string;
}

/** The page at which members turn notifications on. It has no data of a person: its script asks who is signed in. */
export function devicesDocument({ language, languages, fixed, words, style, script }: DevicesDocument): string {
  const { locale, dir } = language;
  const title = escaped(String(words['title']));
  return [
    `<!doctype html>`,
    `<html lang="${escaped(locale)}" dir="${dir}">`,
    `<head>`,
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
    `<title>${title} · Parley</title>`,
    `<meta name="robots" content="noindex, nofollow">`,
    `<meta name="color-scheme" content="light dark">`,
    `<meta name="apple-mobile-web-app-title" content="Parley">`,
    `<link rel="manifest" href="/devices/manifest.webmanifest">`,
    `<link rel="icon" href="/devices/icon-192.png" sizes="192x192">`,
    `<link rel="apple-touch-icon" href="/devices/icon-192.png">`,
    `<link rel="stylesheet" href="${escaped(style)}">`,
    `<script type="application/json" id="parley">${dataBlock({ api: '/api/v1', locale, languages, fixed, words })}</script>`,
    `<script src="${escaped(script)}" defer></script>`,
    `</head>`,
    `<body>`,
    `<div id="app"><noscript><main class="page"><h1>${title}</h1><p>${escaped(String(words['noScript']))}</p></main></noscript></div>`,
    `</body>`,
    `</html>`,
    ``,
  ].join('\n');
}

/** As an application of its own, which iOS asks for before it lets a page show notifications. */
export const DEVICES_MANIFEST = {
  id: '/devices',
  name: 'Parley',
  short_name: 'Parley',
  start_url: '/devices',
  scope: '/devices',
  display: 'standalone',
  background_color: '#f2f3f6',
  theme_color: '#4f46e5',
  icons: [192, 512].map((size) => ({
    src: `/devices/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
};
