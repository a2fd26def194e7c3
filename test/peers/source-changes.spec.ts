import { SourceDesk } from '../factories/source-fixtures';
import type { Reply } from '../support/call';
import { latestPosition } from '../support/latest-event';
import { WebServer } from '../support/web-server';

let desk: SourceDesk;
let site: WebServer;

beforeAll(async () => {
  desk = await SourceDesk.start();
  site = await WebServer.start();
});
afterAll(async () => {
  await site.stop();
  await desk.parley.stop();
});
beforeEach(async () => {
  await desk.drain();
  desk = await SourceDesk.open(desk.parley);
});

const add = async (source: object): Promise<string> => {
  const reply = await desk.call('POST', '', { name: 'Shipping', ...source });
  if (reply.status !== 202) throw new Error(reply.text);
  await desk.drain();
  return reply.body.id as string;
};
const aText = (content = 'Zebras travel by boat.'): Promise<string> => add({ type: 'text', content });
const update = (id: string, body: object): Promise<Reply> => desk.call('PATCH', `/${id}`, body);
const texts = async (word: string): Promise<string[]> => (await desk.found(word)).map(({ text }) => text);
const titles = async (word: string): Promise<string[]> => (await desk.found(word)).map(({ title }) => title);
const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];

describe('getSource', () => {
  const detail = async (id: string): Promise<unknown> => (await desk.call('GET', `/${id}`)).body;

  it('has the text or the pairs as they were sent, and neither for a file', async () => {
    const pairs = [{ question: 'How do zebras travel?', answer: 'By boat.\n\nSlowly.' }];
    expect(await detail(await aText(' Zebras\n\ntravel. '))).toMatchObject({
      content: ' Zebras\n\ntravel. ',
      pairs: null,
    });
    expect(await detail(await add({ type: 'qna', pairs }))).toMatchObject({ content: null, pairs });
    const contentBase64 = Buffer.from('# Zebras').toString('base64');
    const file = await add({ type: 'file', mediaType: 'text/markdown', contentBase64 });
    expect(await detail(file)).toMatchObject({ content: null, pairs: null });
  });
});

describe('updateSource', () => {
  it('202 queued; the old text answers until the new one is indexed', async () => {
    const id = await aText();
    const reply = await update(id, { content: 'Zebras fly at night.' });
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ id, status: 'queued', sizeBytes: 20, chunkCount: 1 });
    expect(await texts('zebras')).toEqual(['Zebras travel by boat.']);
    expect(await desk.text(id)).toBe('Zebras travel by boat.');
    await desk.drain();
    expect(await texts('zebras')).toEqual(['Zebras fly at night.']);
    expect((await desk.read(id)).status).toBe('ready');
  });

  it('202 replaces all pairs, and changes the title of citations', async () => {
    const id = await add({ type: 'qna', pairs: [{ question: 'Do zebras swim?', answer: 'Yes.' }] });
    const pairs = [{ question: 'Do zebras fly?', answer: 'Only by plane.' }];
    expect((await update(id, { name: ' Animals ', pairs })).body).toMatchObject({ name: 'Animals', status: 'queued' });
    await desk.drain();
    expect(await texts('zebras')).toEqual(['Only by plane.']);
    expect(await titles('zebras')).toEqual(['Animals']);
  });

  it('keeps serving the old index where the new text cannot be indexed', async () => {
    const id = await aText();
    await update(id, { content: ' \n ' });
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'failed', failure: { class: 'empty' } });
    expect(await texts('zebras')).toEqual(['Zebras travel by boat.']);
    await update(id, { content: 'Zebras rest.' });
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'ready', failure: null });
  });

  it('leaves a source alone that is as it is sent', async () => {
    const id = await aText();
    const before = await desk.read(id);
    const reply = await update(id, { name: 'Shipping', content: 'Zebras travel by boat.' });
    expect(reply.status).toBe(202);
    expect((await update(id, {})).status).toBe(202);
    expect(await desk.read(id)).toEqual(before);
  });

  it('fetches another address, and indexes a page under another name without fetching it', async () => {
    site.pages.set('/one', { body: '<main>Zebras travel by boat.</main>' });
    site.pages.set('/two', { body: '<main>Zebras fly at night.</main>' });
    const { id } = await desk.added('url', `${site.url}/one`);
    site.pages.delete('/one');
    await update(id, { name: 'Animals' });
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'ready', name: 'Animals', failure: null });
    expect(await titles('zebras')).toEqual(['Animals']);
    expect((await update(id, { url: `${site.url}/two` })).body).toMatchObject({
      url: `${site.url}/two`,
      status: 'queued',
    });
    await desk.drain();
    expect(await texts('zebras')).toEqual(['Zebras fly at night.']);
  });

  it('cites the old text by its own address until the text of another address is indexed', async () => {
    site.pages.set('/one', { body: '<main>Zebras travel by boat.</main>' });
    const { id } = await desk.added('url', `${site.url}/one`);
    const cited = async (): Promise<unknown[]> => (await desk.found('zebras')).map(({ url, text }) => [url, text]);
    const old = [[`${site.url}/one`, 'Zebras travel by boat.']];
    for (const other of ['/gone', '/away']) {
      await update(id, { url: `${site.url}${other}` });
      expect(await cited()).toEqual(old);
      await desk.drain();
      expect(await desk.read(id)).toMatchObject({ url: `${site.url}${other}`, status: 'failed' });
      expect(await cited()).toEqual(old);
    }
    site.pages.set('/gone', { body: '<main>Zebras fly at night.</main>' });
    await update(id, { url: `${site.url}/gone` });
    await desk.drain();
    expect(await cited()).toEqual([[`${site.url}/gone`, 'Zebras fly at night.']]);
  });

  it('renames a sitemap at once, and refuses its pages', async () => {
    site.pages.set('/page', { body: '<main>Zebras travel by boat.</main>' });
    site.pages.set('/sitemap.xml', { body: `<urlset><url><loc>${site.url}/page</loc></url></urlset>` });
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect((await update(id, { name: 'Animals' })).body).toMatchObject({ name: 'Animals', status: 'ready' });
    const { body } = await desk.call('GET', `/${id}/pages`);
    const page = (body.sources as { id: string }[])[0]!;
    expect(codeOf(await update(page.id, { name: 'Other' }))).toEqual([400, 'association_invalid']);
  });

  it('409 source_busy while it is queued, so that one of two changes at once wins', async () => {
    const id = await aText();
    const replies = await Promise.all(['One zebra.', 'Two zebras.'].map((content) => update(id, { content })));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(codeOf(await update(id, { content: 'Three zebras.' }))).toEqual([409, 'source_busy']);
  });

  it.each([
    [{ type: 'text', content: 'Zebras.' }, { pairs: [{ question: 'a', answer: 'b' }] }, '/pairs'],
    [{ type: 'text', content: 'Zebras.' }, { url: 'https://docs.example.com/' }, '/url'],
    [{ type: 'qna', pairs: [{ question: 'a', answer: 'b' }] }, { content: 'x' }, '/content'],
    [{ type: 'file', mediaType: 'text/plain', contentBase64: 'WmVicmFz' }, { content: 'x' }, '/content'],
  ])('400 for %j changed by %j', async (source, body, path) => {
    const id = await add(source);
    const reply = await update(id, { name: 'Other', ...body });
    expect(codeOf(reply)).toEqual([400, 'validation_failed']);
    expect(reply.body.details).toMatchObject([{ path, code: 'not_allowed' }]);
    expect((await desk.read(id)).name).toBe('Shipping');
  });

  it.each([
    [{ content: '' }, '/content'],
    [{ content: null }, '/content'],
    [{ name: ' ' }, '/name'],
    [{ pairs: [] }, '/pairs'],
    [{ pairs: null }, '/pairs'],
    [{ pairs: [{ question: 'a' }] }, '/pairs/0/answer'],
    [{ url: 'ftp://example.com' }, '/url'],
    [{ type: 'qna' }, '/type'],
  ])('400 for %j', async (body, path) => {
    const reply = await update(await aText(), body);
    expect(codeOf(reply)).toEqual([400, 'validation_failed']);
    expect(reply.body.details).toMatchObject([{ path }]);
  });

  it('appends source.updated with the names of the fields, then source.indexed', async () => {
    const id = await aText();
    const events = (query: Record<string, string>): Promise<Reply> =>
      desk.parley.call('GET', `/workspaces/${desk.agent.workspaceId}/events`, { token: desk.admin.secret, query });
    const after = await latestPosition(desk.parley, desk.agent.workspaceId, desk.admin.secret);
    await update(id, { name: 'Animals', content: 'Zebras rest.' });
    await desk.drain();
    await latestPosition(desk.parley, desk.agent.workspaceId, desk.admin.secret);
    const { body } = await events({ after });
    const found = (body.events as { type: string; changed: string[] }[]).map(({ type, changed }) => [type, changed]);
    expect(found).toContainEqual(['source.updated', ['name', 'content']]);
    expect(found.map(([type]) => type)).toContain('source.indexed');
  });
});
