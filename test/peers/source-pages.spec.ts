import { readFileSync } from 'node:fs';
import path from 'node:path';
import { aKey } from '../factories/key';
import { SourceDesk } from '../factories/source-fixtures';
import { WebServer } from '../support/web-server';

const fixture = (name: string): string => readFileSync(path.join(__dirname, '../fixtures/pages', name), 'utf8');

let desk: SourceDesk;
let site: WebServer;

beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());
beforeEach(async () => {
  desk = await SourceDesk.open(desk.parley);
  // Another host, so that no robots.txt is remembered.
  site = await WebServer.start();
});
afterEach(() => site.stop());

async function textOf(body: string): Promise<string> {
  site.pages.set('/page', { body: body.startsWith('<!') || body.startsWith('<html') ? body : `<main>${body}</main>` });
  const { id, status, failure } = await desk.added('url', `${site.url}/page`);
  expect([status, failure]).toEqual(['ready', null]);
  return (await desk.text(id))!;
}

async function answerTo(message: string): Promise<string> {
  const { secret } = await aKey(desk.parley, { id: desk.agent.workspaceId });
  const chat = `/workspaces/${desk.agent.workspaceId}/agents/${desk.agent.id}/chat`;
  const { body } = await desk.parley.call('POST', chat, { token: secret, body: { message } });
  return body.outcome === 'answered' ? (body.message.content as string) : `(${body.outcome})`;
}
const headingOf = async (word: string) => (await desk.found(word))[0]?.heading;

describe('a page in one form', () => {
  const controls = `<label for="q">Looking for</label><input id="q"><select><option>All of Europe</option></select><button>Send it</button>`;
  it.each<[string, string, string]>([
    ['ASP.NET WebForms', fixture('webforms.html'), 'Warranty\n\nThe warranty lasts 3 years.'],
    [
      'SharePoint, without a main heading',
      `<!doctype html><body><form id="aspnetForm">${controls}<div class="ms-rtestate"><h2>Returns</h2><p>Returns are free for 30 days.</p></div></form></body>`,
      'Returns\n\nReturns are free for 30 days.',
    ],
    [
      'DNN, with the content marked',
      `<!doctype html><body><form id="Form" enctype="multipart/form-data"><div role="main"><p>Pick-up is free.</p></div>${controls}</form></body>`,
      'Pick-up is free.',
    ],
    [
      'with an article and a navigation',
      `<!doctype html><body><form><nav><a href="/">Home</a></nav><article><p>Tents are waterproof.</p></article></form></body>`,
      'Tents are waterproof.',
    ],
    [
      'with a choice and its label',
      `<!doctype html><body><form><h1>Sizes</h1><p>Choose one.</p><input type="radio" id="s"><label for="s">Small</label><label>Your name <input></label></form></body>`,
      'Sizes\n\nChoose one.\n\nSmall',
    ],
  ])('%s is read without its controls', async (_kind, page, text) => {
    const read = await textOf(page);
    expect(read.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
  });

  it('answers from it', async () => {
    await textOf(fixture('webforms.html'));
    expect(await answerTo('How long does the warranty last?')).toBe('The warranty lasts 3 years.');
  });

  it('but no form that is only a part of the page', async () => {
    const form = `<form><p>Leave your address.</p>${controls}</form>`;
    expect(await textOf(`<p>We repair tents of all makes, within a week.</p>${form}`)).toBe(
      'We repair tents of all makes, within a week.',
    );
  });
});

describe('questions that stand in buttons', () => {
  const answer = 'From 200 euros.';
  it.each([
    ['Bootstrap 5', fixture('bootstrap-accordion.html')],
    [
      'WAI-ARIA',
      '<h3><button aria-expanded="false" aria-controls="s1"><span>Can I pay by invoice?</span><svg></svg></button></h3><div id="s1" role="region" aria-labelledby="b1" hidden><p>From 200 euros.</p></div>',
    ],
    [
      'Bootstrap 4, without a heading',
      '<div class="card"><div class="card-header"><button data-toggle="collapse" data-target="#c1">Can I pay by invoice?</button></div><div id="c1" class="collapse"><div class="card-body">From 200 euros.</div></div></div>',
    ],
    [
      'Bootstrap 3',
      '<h4 class="panel-title"><a data-toggle="collapse" href="#c1">Can I pay by invoice?</a></h4><div id="c1" class="panel-collapse collapse" aria-hidden="true"><div class="panel-body">From 200 euros.</div></div>',
    ],
    [
      'buttons before panels',
      '<button class="accordion">Can I pay by invoice?</button><div class="panel"><p>From 200 euros.</p></div>',
    ],
    [
      'buttons in wrappers',
      '<div><div><span><button aria-expanded="false">Can I pay by invoice?</button></span></div><div hidden class="x"><p>From 200 euros.</p></div></div>',
    ],
    [
      'headings by role',
      '<div role="heading" aria-level="3"><button aria-expanded="false" aria-controls="p"><div>Can I pay by invoice?</div></button></div><div id="p" aria-hidden="true">From 200 euros.</div>',
    ],
    [
      'headings in buttons',
      '<button aria-controls="p" aria-expanded="false"><h3>Can I pay by invoice?</h3></button><div id="p" hidden="until-found">From 200 euros.</div>',
    ],
    ['details', '<details><summary>Can I pay by invoice?</summary><p>From 200 euros.</p></details>'],
    ['details with a heading', '<details><summary><h3>Can I pay by invoice?</h3></summary>From 200 euros.</details>'],
    [
      'buttons that ask',
      '<ul><li><button type="button" onclick="show(1)">Can I pay by invoice?</button><div id="a1"><p>From 200 euros.</p></div></li></ul>',
    ],
    [
      'tabs',
      '<div role="tablist"><button role="tab" aria-controls="t1">Can I pay by invoice?</button></div><div role="tabpanel" id="t1" hidden>From 200 euros.</div>',
    ],
    [
      'tabs by their labels',
      '<ul role="tablist"><li role="tab" id="l1">Can I pay by invoice?</li></ul><div role="tabpanel" aria-labelledby="l1" hidden>From 200 euros.</div>',
    ],
    [
      'tabs of links',
      '<ul class="nav nav-tabs"><li><a data-toggle="tab" href="#t1">Can I pay by invoice?</a></li></ul><div class="tab-pane fade" id="t1">From 200 euros.</div>',
    ],
  ])('%s: the question heads its answer', async (_kind, html) => {
    const page = html.startsWith('<!') ? html : `<h1>FAQ</h1>${html}<h2>Later</h2><p>Nothing else.</p>`;
    expect(await textOf(page)).toMatch(
      /^FAQ\s+Can I pay by invoice\?\s+From 200 euros\.(?:\s+Later\s+Nothing else\.)?$/,
    );
    expect(await headingOf('euros')).toMatch(/Can I pay by invoice\?$/);
    expect(await answerTo('Can I pay by invoice?')).toBe(answer);
  });

  it('heads nothing after its panel', async () => {
    const panel = (n: number): string =>
      `<button aria-controls="p${n}">Question ${n}</button><div id="p${n}" hidden>Answer ${n}.</div>`;
    expect(await textOf(`<h2>FAQ</h2>${panel(1)}${panel(2)}<p>Zebras graze.</p>`)).toBe(
      'FAQ\n\nQuestion 1\n\nAnswer 1.\n\nQuestion 2\n\nAnswer 2.\n\nZebras graze.',
    );
    expect(await headingOf('zebras')).toBe('FAQ');
  });

  it.each([
    [
      'a menu',
      '<button aria-expanded="false" aria-controls="m">Menu</button><div id="m" class="navbar-collapse" hidden>Shop Blog</div>',
    ],
    [
      'a dialog',
      '<button data-bs-toggle="modal" data-bs-target="#d">Subscribe now</button><div id="d" class="modal fade" aria-hidden="true">Your address please.</div>',
    ],
    ['what is hidden for no reason', '<p hidden>Old text</p><span aria-hidden="true">x</span>'],
    ['a button beside the words of a heading', '<h2>Repairs <button aria-label="copy">Copy</button></h2>'],
    [
      'structured data',
      '<script type="application/ld+json">{"@type":"Question","name":"Secret?"}</script><div itemscope><meta itemprop="price" content="99 secret"></div><template>secret</template>',
    ],
  ])('no text: %s', async (_kind, html) => {
    const text = await textOf(`<h1>Tents</h1>${html}<p>We repair tents.</p>`);
    expect(text.replace(/\s+/g, ' ')).toMatch(/^Tents (?:Repairs )?We repair tents\.$/);
  });
});

describe('merged cells', () => {
  const table = (rows: string): string => `<h1>Fees</h1><table>${rows}</table>`;
  it('of rows: the value belongs to each of them', async () => {
    await textOf(fixture('rowspan.html'));
    const answer = await answerTo('What is the delivery fee for the islands of Spain?');
    expect(answer).toContain('Country: Spain; Region: Islands; Fee: 18 EUR');
  });

  it.each([
    [
      'of columns',
      '<tr><th>Zone</th><th>Letter</th><th>Parcel</th></tr><tr><td>North</td><td colspan="2">5 EUR</td></tr><tr><td>South</td><td>1 EUR</td><td>9 EUR</td></tr>',
      'North | 5 EUR | 5 EUR',
      ['Zone', 'Letter', 'Parcel'],
    ],
    [
      'of two header rows',
      '<thead><tr><th rowspan="2">Zone</th><th colspan="2">Parcel</th></tr><tr><th>Small</th><th>Large</th></tr></thead><tr><td>North</td><td>5 EUR</td><td>9 EUR</td></tr>',
      'North | 5 EUR | 9 EUR',
      ['Zone', 'Parcel – Small', 'Parcel – Large'],
    ],
    [
      'of header rows without <thead>',
      '<tr><td></td><th colspan="2">Parcel</th></tr><tr><th>Zone</th><th>Small</th><th>Large</th></tr><tr><th>North</th><td>5 EUR</td><td>9 EUR</td></tr>',
      'North | 5 EUR | 9 EUR',
      ['Zone', 'Parcel – Small', 'Parcel – Large'],
    ],
    [
      'of rows to the end',
      '<tr><th>Zone</th><th>Size</th></tr><tbody><tr><td rowspan="0">North</td><td>Small</td></tr><tr><td>Large</td></tr></tbody><tbody><tr><td>South</td><td>Huge</td></tr></tbody>',
      'North | Large',
      ['Zone', 'Size'],
    ],
    [
      'of rows and columns',
      '<tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan="2" colspan="2">both</td><td>1</td></tr><tr><td>2</td></tr>',
      'both | both | 2',
      ['A', 'B', 'C'],
    ],
    [
      'with empty cells',
      '<tr><th></th><th>Small</th><th>Large</th></tr><tr><td></td><td></td><td>9 EUR</td></tr>',
      '9 EUR',
      ['Large', '', 'Small'],
    ],
    [
      'with a list in a cell',
      '<tr><th>Zone</th><th>Days</th></tr><tr><td>North</td><td><ul><li>Monday</li><li>Friday</li></ul></td></tr>',
      'North | Monday Friday',
      ['Zone', 'Days'],
    ],
    [
      'with strong words above',
      '<tr><td><b>Zone</b></td><td><p><strong>Days</strong></p></td></tr><tr><td>North</td><td>2</td></tr>',
      'North | 2',
      ['Zone', 'Days'],
    ],
    [
      'without headers',
      '<tr><td rowspan="2">North</td><td>Small</td></tr><tr><td>Large</td></tr>',
      'North | Large',
      [],
    ],
    [
      'of names and values',
      '<tr><th>Weight</th><td>3 kg</td></tr><tr><th>Sleeps</th><td>2 people</td></tr>',
      'Weight: 3 kg',
      [],
    ],
  ])('%s', async (_kind, rows, text, columns) => {
    await textOf(table(rows));
    const chunks = await desk.parley.database.query(
      'SELECT body, structure FROM knowledge_chunks WHERE agent_id = $1 ORDER BY ordinal',
      [desk.agent.id],
    );
    const blocks = chunks.flatMap(
      ({
        body,
        structure,
      }: {
        body: string;
        structure: { blocks: { start: number; end: number; columns?: string[] }[] };
      }) => structure.blocks.map(({ start, end, columns: of }) => ({ text: body.slice(start, end), columns: of })),
    );
    expect(blocks).toContainEqual({ text, columns });
  });

  it('a row of one cell names the rows below it', async () => {
    await textOf(
      table(
        '<tr><th>Size</th><th>Fee</th></tr><tr><th colspan="2">Spain</th></tr><tr><td>Small</td><td>5 EUR</td></tr>' +
          '<tr><td colspan="2"><b>Italy</b></td></tr><tr><td>Small</td><td>8 EUR</td></tr><tr><td colspan="2">All fees include taxes.</td></tr>',
      ),
    );
    const [found] = await desk.found('Italy');
    expect(found).toMatchObject({ heading: 'Fees > Italy', text: expect.stringContaining('Small | 8 EUR') });
    expect(await answerTo('Do the fees include taxes?')).toContain('All fees include taxes.');
  });

  it.each([
    [
      'spans without end',
      `<tr><th colspan="1000000000">A</th></tr>${'<tr><td rowspan="1000000000" colspan="1000000000">x</td></tr>'.repeat(2_000)}`,
    ],
    [
      'long values that span much',
      `<tr><th>A</th><th>B</th></tr><tr><td rowspan="9999">${'long '.repeat(20_000)}</td><td>1</td></tr>${'<tr><td>2</td></tr>'.repeat(5_000)}`,
    ],
    [
      'spans that are no numbers',
      '<tr><th>A</th><th>B</th></tr><tr><td colspan="-5">1</td><td rowspan="1e9">x</td></tr>',
    ],
    ['tables within tables', '<tr><td>'.concat('<table><tr><td rowspan="9" colspan="9">x'.repeat(100))],
  ])('hostile: %s', async (_kind, rows) => {
    expect((await textOf(table(rows))).length).toBeLessThan(6_000_000);
  });
});

describe('addresses that are hidden from robots', () => {
  const hide = (text: string): string => {
    const key = 0x5a;
    return Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex');
  };
  it('are in the text, and in answers', async () => {
    expect(await textOf(fixture('cloudflare-address.html'))).toBe(
      'Contact\n\nWrite to help@shop.example for billing questions.',
    );
    expect(await answerTo('Where do I write to for billing questions?')).toContain('help@shop.example');
  });

  it.each([
    ['<span class="__cf_email__" data-cfemail="HEX">[email&#160;protected]</span>', 'a@shop.example'],
    [
      '<a href="/cdn-cgi/l/email-protection#HEX"><span class="__cf_email__" data-cfemail="HEX">[email protected]</span></a>',
      'a@shop.example',
    ],
    ['<a href="/cdn-cgi/l/email-protection#HEX">our office</a>', 'our office (a@shop.example)'],
    ['<a href="https://shop.example/cdn-cgi/l/email-protection#SUBJECT">[email protected]</a>', 'a@shop.example'],
    ['<a href="mailto:a@shop.example?subject=Hello">our office</a>', 'our office (a@shop.example)'],
    ['<a href="mailto:a@shop.example">a@shop.example</a>', 'a@shop.example'],
    ['<span data-cfemail="zz">no address</span>', 'no address'],
    ['<span data-cfemail="5a5a5a5a">no address</span>', 'no address'],
  ])('%s', async (html, text) => {
    const written = html.replaceAll('HEX', hide('a@shop.example')).replace('SUBJECT', hide('a@shop.example?subject=x'));
    expect(await textOf(`<p>Write to ${written}.</p>`)).toBe(`Write to ${text}.`);
  });
});

describe('a page that sends its readers on', () => {
  const refresh = (content: string, more = ''): string =>
    `<!doctype html><head><meta http-equiv="Refresh" content="${content}"></head><body>${more}<p>You are sent on.</p></body>`;
  const set = (at: string, body: string): void => void site.pages.set(at, { body });

  it.each(['0; url=/new', '0;URL=/new', "5; url='/new'", '0;/new', '1.5 ; url = /new#part', '0; url=SITE/new'])(
    'is followed: %s',
    async (content) => {
      set('/old', refresh(content.replace('SITE', site.url)));
      set('/new', '<main><p>Zebras graze.</p></main>');
      const { id, url } = await desk.added('url', `${site.url}/old`);
      expect([url, await desk.text(id)]).toEqual([`${site.url}/old`, 'Zebras graze.']);
      expect((await desk.found('zebras'))[0]!.url).toBe(`${site.url}/new`);
    },
  );

  it.each([
    ['that loads itself anew', refresh('300')],
    ['that names itself', refresh('5; url=/old')],
    ['that waits for long', refresh('600; url=/new')],
    [
      'for readers without JavaScript',
      '<noscript><meta http-equiv="refresh" content="0; url=/new"></noscript><p>You are sent on.</p>',
    ],
    ['in a comment', '<!-- <meta http-equiv="refresh" content="0; url=/new"> --><p>You are sent on.</p>'],
    ['to a script', refresh('0; url=javascript:alert(1)')],
  ])('is read itself: one %s', async (_kind, body) => {
    set('/old', body);
    set('/new', '<main><p>Zebras graze.</p></main>');
    const { id } = await desk.added('url', `${site.url}/old`);
    expect(await desk.text(id)).toBe('You are sent on.');
    expect(site.countOf('/new')).toBe(0);
  });

  it.each<[string, string, Record<string, string>]>([
    ['unreachable', 'in a circle', { '/old': '0; url=/b', '/b': '0; url=/old' }],
    [
      'unreachable',
      'more than 5 times',
      Object.fromEntries(
        ['old', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at, all) => [`/${name}`, `0; url=/${all[at + 1] ?? 'h'}`]),
      ),
    ],
    ['unreachable', 'answers 404', { '/old': '0; url=/gone' }],
    ['blocked_address', '', { '/old': '0; url=http://169.254.169.254/latest/meta-data' }],
    ['blocked_address', 'robots.txt', { '/old': '0; url=/secret' }],
  ])('fails with %s (%s)', async (failureClass, message, pages) => {
    for (const [at, content] of Object.entries(pages)) set(at, refresh(content));
    site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /secret' });
    const { failure } = await desk.added('url', `${site.url}/old`);
    expect(failure).toMatchObject({ class: failureClass, message: expect.stringContaining(message) });
  });

  it('is fetched again whole, since what did not change was the last page', async () => {
    set('/old', refresh('0; url=/new'));
    site.pages.set('/new', { headers: { 'content-type': 'text/html', etag: '"1"' }, body: '<p>Zebras graze.</p>' });
    const { id } = await desk.added('url', `${site.url}/old`);
    await desk.refreshed(id);
    expect(site.requests.map(({ url, headers }) => [url, headers['if-none-match']])).not.toContainEqual([
      '/old',
      '"1"',
    ]);
  });
});
