import { createHash } from 'node:crypto';
import type { MailScope } from './member-notification.types';
import { aboutEvents } from './notification-mail';

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
  button { font: inherit; padding: .5rem 1rem; min-height: 2.75rem; }`;

/** The page loads nothing and runs no scripts. The policy allows its style by hash. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
};

type Page = 'asks' | 'ended' | 'begun' | 'unknown';

/** The page behind the unsubscribe link of a mail. If there is a scope, `token` is valid. */
export function unsubscribePage(page: Page, scope: MailScope | null, token: string): string {
  const about = scope ? aboutEvents(scope.events) : '';
  switch (page) {
    case 'asks':
      return html('Stop these emails?', `<p>You receive emails about ${about}.</p>${form('Stop these emails', token)}`);
    case 'ended':
      return html(
        'You will no longer receive these emails',
        scope?.memberId === null
          ? '<p>An admin of the workspace can turn them on again in the settings of the agent.</p>'
          : `<p>There will be no more emails about ${about} from this workspace.</p>${form('Resubscribe', `${token}&amp;again=yes`)}`,
      );
    case 'begun':
      return html(
        'You will receive these emails again',
        `<p>They are about ${about}.</p>${form('Stop these emails', token)}`,
      );
    case 'unknown':
      return html(
        'This link is not valid',
        '<p>Use the link in a newer email, or change your notification preferences.</p>',
      );
  }
}

function form(label: string, query: string): string {
  return `<form method="post" action="?token=${query}"><button>${label}</button></form>`;
}

function html(title: string, body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
  ].join('');
}
