import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { InboxDesk } from '../factories/inbox-fixtures';
import { PNG, uploaded } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { campaignOf } from './campaign';
import { CHROMIUM, launch } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: polyglot files are opened in Chromium, which is not installed here.');

/** Beginnings by which a browser, or a program, takes a file for one of a type. */
const BEGINNINGS: [string, (payload: string) => Buffer][] = [
  ['gif', (payload) => Buffer.from(`GIF89a/*\0\0\0\0*/=1;${payload}`, 'latin1')],
  ['png', (payload) => Buffer.concat([PNG.subarray(0, 33), textChunk(payload), PNG.subarray(33)])],
  ['png', (payload) => Buffer.concat([PNG, Buffer.from(payload)])],
  ['jpg', (payload) => Buffer.concat([jpegWith(payload), Buffer.from(payload)])],
  ['webp', (payload) => Buffer.from(`RIFF\x40\0\0\0WEBPVP8 ${payload}`, 'latin1')],
  [
    'pdf',
    (payload) =>
      Buffer.from(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n${payload}\n%%EOF`),
  ],
  ['zip', (payload) => Buffer.from(`PK\x03\x04\x14\0\0\0${payload}`, 'latin1')],
  ['svg', (payload) => Buffer.from(`<?xml version="1.0"?>\n${payload}`)],
  [
    'xhtml',
    (payload) =>
      Buffer.from(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${payload}</body></html>`),
  ],
  [
    'mht',
    (payload) =>
      Buffer.from(
        `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${payload}\r\n--b--`,
      ),
  ],
  ['html', (payload) => Buffer.from(`\ufeff<!doctype html>${payload}`, 'utf16le')],
  ['txt', (payload) => Buffer.from(payload)],
];

/** What runs if the file is taken for HTML, SVG or a script. `hit`: the script. */
const EVERY_PAYLOAD: ((hit: string) => string)[] = [
  (hit) => `<script>${hit}</script>`,
  (hit) => `<svg xmlns="http://www.w3.org/2000/svg" onload="${hit}"><script>${hit}</script></svg>`,
  (hit) => `${hit}//*/`,
  (hit) => `<html><body onload="${hit}"><iframe srcdoc="&lt;script&gt;${hit}&lt;/script&gt;"></iframe></body></html>`,
  (hit) => `--><img src="x" onerror="${hit}"/><details open="" ontoggle="${hit}">x</details>`,
];

/** A part of them, unless it is a campaign. */
const PAYLOADS = EVERY_PAYLOAD.slice(0, campaignOf(EVERY_PAYLOAD.length));
const FILES = PAYLOADS.length * BEGINNINGS.length;

function textChunk(payload: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  // The sum of the chunk is wrong, which programs that look for texts do not check.
  return Buffer.concat([length, Buffer.from('tEXt'), Buffer.from(payload), Buffer.alloc(4)]);
}

function jpegWith(payload: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length + 2);
  return Buffer.concat([Buffer.from('ffd8fffe', 'hex'), length, Buffer.from(payload), Buffer.from('ffd9', 'hex')]);
}

(CHROMIUM ? describe : describe.skip)(`${FILES} files that are scripts as well`, () => {
  let beacon: Server;
  let naive: Server;
  let parley: Parley;
  let desk: InboxDesk;
  let browser: Browser;
  let context: BrowserContext;
  const hits: string[] = [];
  const files: { bytes: Buffer; fileName: string }[] = [];

  beforeAll(async () => {
    beacon = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end();
    });
    // A server that gives files as other services do.
    naive = createServer((request, response) => {
      const file = files[Number(request.url?.slice(1))];
      response.setHeader('content-type', 'text/html');
      response.end(file?.bytes);
    });
    for (const server of [beacon, naive]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    for (const payload of PAYLOADS) {
      for (const [ending, of] of BEGINNINGS) {
        const script = `new Image().src='${addressOf(beacon)}/${files.length}'`;
        files.push({ bytes: of(payload(script)), fileName: `file-${files.length}.${ending}` });
      }
    }
    parley = await startParley();
    desk = await InboxDesk.open(parley);
    browser = await launch();
    context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${desk.author.secret}` } });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    for (const server of [beacon, naive]) {
      server?.closeAllConnections();
      server?.close();
    }
  });

  const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function sent({ bytes, fileName }: { bytes: Buffer; fileName: string }): Promise<string> {
    const path = `/workspaces/${desk.workspace.id}/inbox/files`;
    const { status, body } = await uploaded(parley, path, desk.author.secret, { bytes, fileName });
    expect([fileName, status]).toEqual([fileName, 201]);
    const reply = await desk.reply({ channel: 'widget', attachmentIds: [body.id] });
    return `${parley.url}/api/v1${desk.path}/${reply.body.id}/attachments/${body.id}`;
  }

  it('run where a server shows them, so that the test would see it', async () => {
    const page = await context.newPage();
    for (const at of files.keys()) await page.goto(`${addressOf(naive)}/${at}`);
    while (new Set(hits).size < FILES * 0.4) await pause(50);
    await page.close();
    hits.length = 0;
  });

  it('run nothing from Parley: opened, previewed, and embedded in a page of its own host', async () => {
    const answers: string[] = [];
    context.on('response', (response) =>
      answers.push(`${response.status()} ${response.headers()['content-type'] ?? ''}`),
    );
    for (const file of files) {
      const address = await sent(file);
      const page = await context.newPage();
      for (const url of [address, `${address}?preview=true`]) await page.goto(url).catch(() => {});
      const host = `${parley.url}/host-of-files`;
      const embedded = [address, `${address}?preview=true`].map(
        (url) =>
          `<img src="${url}"><iframe src="${url}"></iframe><embed src="${url}"><object data="${url}"></object>` +
          `<script src="${url}"></script><link rel="stylesheet" href="${url}"><video src="${url}"></video>`,
      );
      await page.route(host, (route) => route.fulfill({ contentType: 'text/html', body: embedded.join('') }));
      await page.goto(host, { waitUntil: 'load' });
      await page.close();
    }
    await pause(2_000);
    expect(hits).toEqual([]);
    // The browser has got the files.
    const ok = answers.filter((answer) => answer.startsWith('200 application/octet-stream'));
    expect(ok.length).toBeGreaterThanOrEqual(files.length);
    expect(answers.filter((answer) => answer.startsWith('200 image/')).length).toBeGreaterThan(FILES / 3);
    const types = new Set(answers.flatMap((answer) => /^200 (\S*)/.exec(answer)?.[1] ?? []));
    expect([...types].sort()).toEqual(expect.arrayContaining(['application/octet-stream', 'image/png', 'text/html']));
    expect(
      [...types].filter((type) => !/^(application\/octet-stream|image\/(png|jpeg|gif|webp)|text\/html)$/.test(type)),
    ).toEqual([]);
  });
});
