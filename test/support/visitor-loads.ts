import type { Parley } from './parley';

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'WhatsApp/2.23.20.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'curl/8.5.0',
  '',
];

/** The paths that were answered, by what they are. */
export const LOADED = new Set<string>();

async function get(
  parley: Parley,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(parley.url + path, { method, headers });
  if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}`);
  if (response.ok) LOADED.add(path.replace(/[0-9a-f-]{36}/, 'AGENT').replace(/\?.*/, ''));
  return response.text();
}

/** A page with the widget, opened, and the chat page, with all that they load, up to the session that its script begins. */
export async function visitAsPerson(parley: Parley, agentId: string): Promise<void> {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0' };
  await get(parley, '/widget.js', 'GET', headers);
  await get(parley, `/widget/${agentId}/launcher.js`, 'GET', headers);
  for (const page of [`/widget/${agentId}`, `/c/${agentId}?q=Hello`]) {
    const html = await get(parley, page, 'GET', headers);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      await get(parley, path!.replaceAll('&amp;', '&'), 'GET', headers);
    }
    const ticket = /"ticket":"([^"]+)"/.exec(html)?.[1];
    if (ticket === undefined) throw new Error(`${page} has no ticket`);
    const { status, body } = await parley.call('POST', `/visitor/agents/${agentId}/sessions`, { body: { ticket } });
    if (status !== 201) throw new Error(`createVisitorSession answered ${status}`);
    await parley.call('GET', '/visitor/session', { token: body.token as string });
  }
}

/** Clients that follow links: search engines, link previews, scripts; by HEAD as well. */
export async function visitAsCrawler(parley: Parley, agentId: string, n: number): Promise<void> {
  const headers = { 'user-agent': CRAWLERS[n % CRAWLERS.length]!, ...(n % 3 === 0 && { range: 'bytes=0-1023' }) };
  const paths = ['/robots.txt', '/sitemap.xml', `/c/${agentId}`, `/c/${agentId}?q=Hello&lang=de`, `/widget/${agentId}`];
  const files = [
    '/widget.js',
    `/c/${agentId}/theme.css`,
    `/c/${agentId}/icon.svg`,
    `/api/v1/visitor/agents/${agentId}`,
  ];
  for (const path of [...paths, ...files]) {
    await get(parley, path, 'HEAD', headers);
    await get(parley, path, 'GET', headers);
  }
}
