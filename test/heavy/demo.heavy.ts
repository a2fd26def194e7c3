import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onLinux, remove, temporaryFolder, untilGone } from '../faults/embedded-postgres-support';
import { call } from '../support/call';
import { DemoRun } from '../support/demo-run';

const STAYS = 'Keeps running until Ctrl-C';

describe('npm run demo', () => {
  const folder = temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  const running: DemoRun[] = [];
  let second: DemoRun;

  const start = (more: Record<string, string> = {}): DemoRun => {
    const run = new DemoRun({ ...settings, ...more });
    running.push(run);
    return run;
  };
  afterAll(async () => {
    await Promise.all(running.map((run) => run.interrupt()));
    remove(folder);
  });

  it('can be interrupted halfway', async () => {
    const first = start();
    await first.did('verifyAccountEmail');
    expect(await first.interrupt()).toBe(0);
    expect(first.output).not.toContain('The demonstration failed');
  }, 300_000);

  it('goes on from there, and answers three questions from its own documentation', async () => {
    second = start();
    await second.says(STAYS);
    expect(second.operations.filter((one) => one === 'sendChatTurn')).toHaveLength(11);
    const answers = [...unwrapped(second.output).matchAll(/^ {2}answer +(\S.*)$/gm)].map(([, answer]) => answer);
    expect(answers.slice(0, -1)).toEqual([
      expect.stringContaining('npm run admin -- backup'),
      expect.stringContaining('access tokens are refused at once'),
      expect.stringContaining('written as an .eml file'),
    ]);
    // As a customer reads them: neither Markdown nor the cells of tables.
    expect(answers.join()).not.toMatch(/`|\*\*|^#|\w+: [^.]*; \w+: /m);
    const cited = /^ {2}cited +docs\/operations\/[\w-]+\.md, characters \d+ to \d+$/gm;
    expect(second.output.match(cited)).toHaveLength(1);
    const story = second.output.slice(0, second.output.indexOf('Your turn')).split('\n');
    expect(story.filter((line) => line !== '').length).toBeLessThanOrEqual(40);
    expect(Math.max(...prose(second.output).map((line) => line.length))).toBeLessThanOrEqual(88);
    expect(second.output).not.toContain('\u001b');
  }, 300_000);

  it('lets a member answer a customer, who answers by mail', () => {
    const states = [...second.output.matchAll(/^ {2}state +(\S.*)$/gm)].map(([, text = '']) =>
      text.split(', then ').map((state) => state.split(' ')[0]),
    );
    expect([states[0], states[1]?.at(-1)]).toEqual([['queued', 'undone'], 'sent']);
    const roles = [...unwrapped(second.output).matchAll(/^ {2}(customer|member|by mail) +(\S.*)$/gm)].map(
      ([, who]) => who,
    );
    expect(roles).toEqual(['customer', 'member', 'member', 'by mail', 'customer', 'member']);
  });

  it('explains why an answer was late, so that it can be worked out by hand', () => {
    const shown = (label: string): string[] =>
      [...second.output.matchAll(new RegExp(`^ {2}${label} +(\\S.*)$`, 'gm'))].map(([, text = '']) => text);
    const statuses = shown('clock').flatMap((text) => text.split(', ').map((status) => status.split(' ')[0]));
    expect(statuses).toEqual(['pending', 'imminent', 'breaching']);
    const at = (text: string): number => Date.parse(`1970-01-01T${text.slice(0, 12)}Z`);
    const [started, warned, breached, answered] = shown('event').map(at) as [number, number, number, number];
    const day = 24 * 3_600_000;
    const since = (later: number): number => (later - started + day) % day;
    expect([since(warned), since(breached)]).toEqual([5_000, 10_000]);
    expect(shown('counted')).toEqual([expect.stringMatching(/ whole seconds$/)]);
    const [, to = '', seconds = ''] = / to (\S+): (\d+) whole/.exec(shown('counted')[0]!) ?? [];
    expect([at(shown('counted')[0]!), at(to)]).toEqual([started, answered]);
    expect(Number(seconds)).toBe(Math.floor(since(answered) / 1_000));
    expect(shown('sum')).toEqual([`${seconds} of 10 seconds: met_late`]);
  });

  it('shows what the audit log has of it, and that its chain is unbroken', () => {
    const [, changes] = /^ {2}changes +(.*?)$/m.exec(unwrapped(second.output)) ?? [];
    expect(changes?.split(', ').slice(-2)).toEqual(['replyToConversation', 'removeWebhook']);
    const [, entries, batches] = /^ {2}chain +unbroken: (\d+) entries in (\d+) /m.exec(second.output) ?? [];
    expect(Number(entries)).toBeGreaterThan(10);
    expect(Number(batches)).toBeGreaterThan(0);
  });

  it('shows credentials that work', async () => {
    const [, url = ''] = /The service runs at (\S+)\./.exec(second.output) ?? [];
    const api = `${url}/api/v1`;
    const account = await call(`${api}/account`, 'GET', { token: second.value('account') });
    expect(account.body).toMatchObject({ email: second.value('email'), emailVerified: true });
    const signedIn = await call(`${api}/sessions`, 'POST', {
      body: { email: second.value('email'), password: second.value('password') },
    });
    expect(signedIn.status).toBe(201);
    expect((await call(`${url}/docs`, 'GET', {})).status).toBe(200);
    const [, mcpUrl = '', mcpCredential = ''] =
      /claude mcp add --transport http parley (\S+) --header 'Authorization: Bearer (\S+)'/.exec(second.output) ?? [];
    expect(mcpUrl).toBe(`${url}/mcp`);
    const tools = await fetch(mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mcpCredential}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([tools.status, await tools.text()]).toEqual([200, expect.stringContaining('parley_list_workspaces')]);
    const basic = Buffer.from(`${second.value('key id')}:${second.value('key')}`).toString('base64');
    const token = await fetch(`${api}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(token.status).toBe(200);
  });

  it('keeps its secrets to its owner and out of its log', () => {
    expect(statSync(join(settings.DATA_DIR, 'demo.json')).mode & 0o777).toBe(0o600);
    const log = readFileSync(join(settings.DATA_DIR, 'demo.log'), 'utf8');
    expect(log).toContain('sendChatTurn');
    for (const label of ['password', 'account', 'key']) {
      expect(second.value(label).length).toBeGreaterThan(15);
      expect(log).not.toContain(second.value(label));
    }
  });

  it('says which data directory or port is in use', async () => {
    const sameData = start();
    expect(await sameData.ended()).toBe(1);
    expect(sameData.output).toMatch(/The data directory \S+ is in use by process \d+\./);
    const [, port = ''] = /localhost:(\d+)/.exec(second.output) ?? [];
    const samePort = start({ DATA_DIR: join(folder, 'other'), PORT: port });
    expect(await samePort.ended()).toBe(1);
    expect(samePort.output).toContain(`PORT ${port} is in use by another program.`);
  }, 300_000);

  it('ends with 0 on Ctrl-C', async () => {
    expect(await second.interrupt()).toBe(0);
  }, 60_000);

  onLinux('leaves no process behind', () => untilGone(folder), 60_000);

  it('makes nothing anew the next time', async () => {
    const third = start();
    await third.says(STAYS);
    expect(third.operations.filter((one) => !/^(?:get|list|explain)/.test(one))).toEqual([
      'exchangeToken',
      ...Array<string>(4).fill('sendChatTurn'),
      'updateAccountPreferences',
      'replyToConversation',
      'undoInboxMessage',
      'replyToConversation',
      'createWebhook',
      'sendChatTurn',
      'updateAccountPreferences',
      'replyToConversation',
      'updateAccountPreferences',
      'removeWebhook',
      'verifyAuditLog',
    ]);
    expect(await third.interrupt()).toBe(0);
  }, 300_000);
});

/** Labelled texts on one line each. */
function unwrapped(output: string): string {
  return output.replace(/\n {11}(?=\S)/g, ' ');
}

/** What is to be read, and not copied. */
function prose(output: string): string[] {
  return output.slice(0, output.indexOf('PARLEY_URL=')).split('\n');
}
