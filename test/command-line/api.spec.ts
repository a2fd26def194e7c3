import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { type Parley, startParley } from '../support/parley';

describe('parley api', () => {
  let parley: Parley;
  let desk: CommandDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aCommandDesk(parley);
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  const api = async (...argv: string[]) => {
    const { code, stdout, stderr } = await desk.cli.run(['api', ...argv]);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it('takes a path, or a method and a path, with or without the address of the API', async () => {
    for (const words of [
      ['/workspaces'],
      ['get', 'workspaces'],
      ['GET', '/api/v1/workspaces'],
      ['-X', 'GET', 'workspaces'],
    ]) {
      expect(JSON.stringify(await api(...words))).toContain(desk.workspace.id);
    }
    expect(await api('/workspaces/{workspaceId}')).toMatchObject({ id: desk.workspace.id });
  });

  it('takes fields of every type, for a body or a query', async () => {
    const made = await api(
      ...['POST', '/workspaces/{workspaceId}/contacts', '-f', 'name=7', '-f', 'email=seven@example.com'],
      ...['-F', 'attributes[visits]=3', '-F', 'attributes[gold]=true', '-F', 'company=null'],
    );
    expect(made).toMatchObject({ name: '7', attributes: { visits: 3, gold: true }, company: null });
    const found = await api(
      'GET',
      '/workspaces/{workspaceId}/contacts',
      '-f',
      'search=seven@example.com',
      '-F',
      'limit=1',
    );
    expect(found.contacts.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    const key = await api(
      '/workspaces/{workspaceId}/keys',
      '-f',
      'name=till',
      '-F',
      'scopes[]=agents:read',
      '-F',
      'scopes[]=chat:write',
    );
    expect(key.key.scopes).toEqual(['agents:read', 'chat:write']);
  });

  it('takes a body from a file or from stdin', async () => {
    const file = join(desk.cli.folder, 'label.json');
    await writeFile(file, '{"name":"from a file"}');
    expect(await api('POST', '/workspaces/{workspaceId}/labels', '--input', file)).toMatchObject({
      name: 'from a file',
    });
    const piped = await desk.cli.run(['api', 'POST', '/workspaces/{workspaceId}/labels', '--input', '-'], {
      stdin: '{"name":"from stdin"}',
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({ name: 'from stdin' });
  });

  it('follows the pages of a list, by cursor and by offset', async () => {
    for (let n = 0; n < 3; n++) await aContact(parley, desk.workspace, desk.owner, { name: `Page ${n}` });
    for (const path of ['contacts', 'labels']) {
      const { stdout } = await desk.cli.run(['api', `/workspaces/{workspaceId}/${path}?limit=1`, '--paginate']);
      const pages = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)[path]);
      expect(pages.length).toBeGreaterThan(1);
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(pages.flat().length);
    }
  });

  it('prints what is no JSON as it is, and headers on request', async () => {
    const { stdout } = await desk.cli.run([
      'api',
      '/workspaces/{workspaceId}/contacts/export',
      '-H',
      'Accept: text/csv',
      '-i',
    ]);
    expect(stdout).toMatch(/^HTTP 200\n(.+\n)*content-type: text\/csv/);
  });

  it('ends with the code of the refusal', async () => {
    const missing = await desk.cli.run(['api', '/workspaces/01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00']);
    expect([missing.code, missing.stdout, missing.stderr]).toEqual([5, '', expect.stringContaining('[not_found]')]);
    expect((await desk.cli.run(['api', '/workspaces'], { env: { PARLEY_TOKEN: '' } })).code).toBe(3);
  });

  it.each([
    [['https://elsewhere.example.com/x']],
    [['//elsewhere.example.com/x']],
    [['/workspaces/../account']],
    [['/workspaces', '-X', 'TRACE']],
    [['/workspaces/%2e%2E/%2e%2e/metrics']],
    [['/workspaces/.%2e/%2E./metrics']],
    [['/workspaces/%2e/x']],
    [['/workspaces', '-f', 'novalue']],
    [['/workspaces', '-f', '__proto__[x]=1']],
    [['/workspaces', '-f', 'a=1', '-f', 'a[b]=1']],
    [['/workspaces', '-H', 'Authorization: Bearer ca_x']],
    [['/workspaces', '-H', 'no header']],
    [['POST', '/workspaces', '--paginate']],
    [['/agents/{agentId}']],
    [['/x/{labelId}']],
  ])('refuses %j, and sends nothing', async (words) => {
    const { code, stdout, stderr } = await desk.cli.run(['api', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('ca_x');
  });
});
