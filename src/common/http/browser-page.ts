import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { requestIfAny } from '../request/request-context';
import { prefersHtml } from './accepts';

/** In this order. A part of the service with pages for people adds its own here. */
const LINKS = [
  { address: '/app', name: 'Console', text: 'The inbox of your team, your agents and all settings.' },
  { address: '/docs', name: 'API explorer', text: 'Every operation, with a form to try it.' },
  { address: '/llms.txt', name: 'Documentation', text: 'All pages: first steps, glossary, operation, extension.' },
  {
    address: '/docs/openapi.json',
    name: 'OpenAPI document',
    text: 'The API for generators of clients and other tools.',
  },
];

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#e3e5ea, #30333c); --soft: light-dark(#5a5f6a, #a7acb8); --link: light-dark(#4338ca, #a5b4fc); }
  body { margin: 0; background: light-dark(#fff, #131418); color: light-dark(#16181d, #f1f2f4); overflow-wrap: anywhere; }
  main { max-width: 36rem; margin: 0 auto; padding: clamp(2rem, 12vh, 8rem) 1rem 2rem; }
  h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
  p { margin: .75rem 0 0; color: var(--soft); }
  ul { list-style: none; margin: 2rem 0 0; padding: 0; border-top: 1px solid var(--line); }
  li a { display: block; padding: .875rem .25rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
  li b { color: var(--link); font-weight: 600; }
  li span { display: block; color: var(--soft); }
  li a:hover b { text-decoration: underline; }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }`;

/** The page runs no scripts. The policy allows its style by hash. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
};

const NOT_FOUND = page(
  'This page does not exist',
  'Check the address for typing errors. These pages of the installation exist:',
);

/**
 * Answers a request without a handler, if a browser opens an address of the installation: `/` leads to the console, every other address
 * gets the same page. Programs get JSON, and so does every caller where only visitors are served.
 *
 * @returns whether it answered
 */
export function answerBrowser({ method, baseUrl, path, headers }: Request, response: Response): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || requestIfAny()?.forVisitors) return false;
  response.vary('Accept');
  if (!prefersHtml(headers.accept)) return false;
  response.set({ ...HEADERS, 'Cache-Control': 'no-store' });
  if (baseUrl + path === '/') response.redirect(302, '/app');
  else response.status(404).type('html').send(NOT_FOUND);
  return true;
}

function page(title: string, text: string): string {
  const links = LINKS.map(
    ({ address, name, text: about }) => `<li><a href="${address}"><b>${name}</b><span>${about}</span></a></li>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title} · Parley</title>`,
    '<link rel="icon" href="/devices/icon-192.png">',
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main><h1>${title}</h1><p>${text}</p><ul>${links.join('')}</ul></main></body>`,
    '</html>',
    '',
  ].join('\n');
}
