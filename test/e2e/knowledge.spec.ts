import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: { secret: string };
let workspace: { id: string };
let agent: { id: string; workspaceId: string };
let search: (body: object, token?: string) => ReturnType<Parley['call']>;

beforeAll(async () => {
  parley = await startParley();
  owner = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, owner);
  agent = await anAgent(parley, workspace, owner);
  const path = `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`;
  search = (body, token = owner.secret) => parley.call('POST', path, { token, body });
  const markdown =
    '---\ntitle: x\n---\n# Zébres 🦓\n\nZebras graze at dawn.\n\n## Sleep\n\n- Zebras sleep 😴 standing.\n- Lions do not.';
  const html = '<h1>Boats</h1><p>Zebras travel &amp; sleep on boats.</p><table><tr><td>Price<td>5 zebras</table>';
  const file = (mediaType: string, text: string) => ({
    type: 'file',
    mediaType,
    contentBase64: Buffer.from(text).toString('base64'),
  });
  await aSource(parley, agent, owner, { name: 'Field guide', ...file('text/markdown', markdown) });
  await aSource(parley, agent, owner, { name: 'Boats', ...file('text/html', html) });
  await aSource(parley, agent, owner, { name: 'Long', content: '🦓 Zebras are striped. '.repeat(300) });
  await parley.drain();
});
afterAll(() => parley.stop());

describe('searchKnowledge', () => {
  it('200 passages with exactly their fields, best first', async () => {
    const { status, body } = await search({ query: 'How do zebras travel?' });
    expect(status).toBe(200);
    const fields = ['end', 'heading', 'score', 'sourceId', 'start', 'text', 'title', 'url'];
    expect(Object.keys(body.results[0]).sort()).toEqual(fields);
    expect(body.results[0]).toMatchObject({
      title: 'Boats',
      url: null,
      text: expect.stringContaining('travel & sleep'),
    });
    const scores = body.results.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
  });

  it('gives offsets that cut each passage out of its source’s text', async () => {
    const { body } = await search({ query: 'zebras sleep graze striped boats price', limit: 20 });
    const titles = new Set<string>();
    for (const result of body.results) {
      const path = `/workspaces/${workspace.id}/agents/${agent.id}/sources/${result.sourceId}/text`;
      const { text } = (await parley.call('GET', path, { token: owner.secret })).body;
      expect(text.slice(result.start, result.end)).toBe(result.text);
      titles.add(result.title);
    }
    expect([...titles].sort()).toEqual(['Boats', 'Field guide', 'Long']);
  });

  it.each([
    ['addons', 'add-ons'],
    ['e-mail', 'email'],
  ])('finds “%s” and “%s” by each other', async (one, other) => {
    const both = await anAgent(parley, workspace, owner);
    for (const written of [one, other]) {
      await aSource(parley, both, owner, { name: written, content: `The price of each ${written} is nine euros.` });
    }
    await parley.drain();
    const path = `/workspaces/${workspace.id}/agents/${both.id}/knowledge/search`;
    for (const query of [one, other]) {
      const { body } = await parley.call('POST', path, { token: owner.secret, body: { query } });
      expect(body.results.map(({ title }: { title: string }) => title).sort()).toEqual([one, other].sort());
    }
  });

  it('200 at most `limit`, five by default; none where nothing fits', async () => {
    expect((await search({ query: 'zebras', limit: 1 })).body.results).toHaveLength(1);
    expect((await search({ query: 'zebras' })).body.results).toHaveLength(5);
    expect((await search({ query: 'xylophone' })).body.results).toEqual([]);
    expect((await search({ query: '?!' })).body.results).toEqual([]);
  });

  it.each([
    {},
    { query: '' },
    { query: 'x'.repeat(1001) },
    { query: 5 },
    { query: 'x', limit: 0 },
    { query: 'x', limit: 21 },
    { query: 'x', limit: '5' },
    { query: 'x', agent: 1 },
  ])('400 %#', async (body) => {
    expect((await search(body)).status).toBe(400);
  });

  it('403 for a key, 404 for another workspace’s agent and for one that a member cannot see', async () => {
    expect((await search({ query: 'x' }, (await aKey(parley, workspace)).secret)).status).toBe(403);
    const stranger = await aCredential(parley, await anAccount(parley));
    expect((await search({ query: 'x' }, stranger.secret)).status).toBe(404);
    const person = await anAccount(parley);
    await aMember(parley, workspace, person, { role: 'member', restrictedAgentIds: [] });
    expect((await search({ query: 'x' }, (await aCredential(parley, person)).secret)).status).toBe(404);
  });

  it('is for every member and knows one agent only', async () => {
    const person = await anAccount(parley);
    await aMember(parley, workspace, person, { role: 'member' });
    expect((await search({ query: 'zebras' }, (await aCredential(parley, person)).secret)).status).toBe(200);
    const other = await anAgent(parley, workspace, owner);
    const path = `/workspaces/${workspace.id}/agents/${other.id}/knowledge/search`;
    const { body } = await parley.call('POST', path, { token: owner.secret, body: { query: 'zebras' } });
    expect(body.results).toEqual([]);
  });
});
