import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD } from '../factories/account';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { type Parley, startParley } from '../support/parley';

describe('input of commands', () => {
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

  it('comes from flags, nested ones too, in the types of the fields', async () => {
    const agent = await desk.cli.json([
      ...['agents', 'create', '--name', 'Desk', '--temperature', '0.5', '--rate-limit-per-minute=7'],
      ...['--widget-config.accent-color', '#336699', '--allowed-domains', 'a.example.com'],
      ...['--allowed-domains', 'b.example.com', '--voice-config.enabled'],
    ]);
    expect(agent).toMatchObject({
      name: 'Desk',
      temperature: 0.5,
      rateLimitPerMinute: 7,
      widgetConfig: { accentColor: '#336699' },
      allowedDomains: ['a.example.com', 'b.example.com'],
      voiceConfig: { enabled: true },
    });
  });

  it('comes from a file or stdin, with flags on top of it', async () => {
    const file = join(desk.cli.folder, 'contact.json');
    await writeFile(file, JSON.stringify({ name: 'Ann', company: 'ACME', attributes: { tier: 'gold' } }));
    const fromFile = await desk.cli.json(['contacts', 'create', '--input', file, '--name', 'Bea']);
    expect(fromFile).toMatchObject({ name: 'Bea', company: 'ACME', attributes: { tier: 'gold' } });
    const piped = await desk.cli.json(['contacts', 'create', '--input', '-'], { stdin: '{"name":"Cid"}' });
    expect(piped.name).toBe('Cid');
  });

  it('has names and values, or JSON, for what has fields of any name', async () => {
    const typed = ['--attributes', 'tier=gold', '--attributes', 'visits=3', '--attributes', 'vip=true'];
    const { id, attributes } = await desk.cli.json([
      'contacts',
      'create',
      '--name',
      'Dee',
      ...typed,
      '--attributes',
      'code=007',
    ]);
    expect(attributes).toEqual({ tier: 'gold', visits: 3, vip: true, code: '007' });
    const changed = await desk.cli.json(['contacts', 'update', '--contact', id, '--attributes', '{"visits":4}']);
    expect(changed.attributes).toMatchObject({ tier: 'gold', visits: 4 });
  });

  it('takes several identifiers with commas or by repetition', async () => {
    const ids = [
      await anAgent(parley, desk.workspace, desk.owner),
      await anAgent(parley, desk.workspace, desk.owner),
    ].map(({ id }) => id);
    const commas = await desk.cli.json(['contacts', 'create', '--name', 'Eve', '--agent-ids', ids.join(',')]);
    const repeated = await desk.cli.json([
      'contacts',
      'create',
      '--name',
      'Eve',
      ...ids.flatMap((id) => ['--agent-ids', id]),
    ]);
    expect([commas.agentIds, repeated.agentIds]).toEqual([ids, ids]);
  });

  it('clears a field with --unset', async () => {
    const { id } = await aContact(parley, desk.workspace, desk.owner, { company: 'ACME', notes: 'x' });
    const changed = await desk.cli.json(['contacts', 'update', '--contact', id, '--unset', 'company,notes']);
    expect(changed).toMatchObject({ company: null, notes: null });
  });

  it('asks for secrets, and refuses them on the command line', async () => {
    const typed = await desk.cli.run(['credentials', 'create', '--current-password', PASSWORD, '--show-secret']);
    expect(typed).toMatchObject({ code: 2, stdout: '' });
    expect(typed.stderr).toContain('--current-password is a secret');
    expect(typed.stderr).not.toContain(PASSWORD);
    const help = await desk.cli.run(['credentials', 'create', '--help']);
    expect(help.stdout).toContain('read from the file of --input: currentPassword');
    const flags = ['credentials', 'create', '--name', 'x', '--scopes', 'inbox:read', '--show-secret', '--json'];
    const result = await desk.cli.run(flags, { answers: [PASSWORD] });
    expect(result).toMatchObject({ code: 0, prompts: ['Current password: (hidden)'] });
    expect(result.stdout).toContain('"secret":"ca_');
  });

  it('prompts for an optional secret if a flag requests it', async () => {
    const resend = ['account-verifications', 'resend', '--email', 'ann@example.com'];
    const help = await desk.cli.run([...resend, '--help']);
    expect(help.stdout).toMatch(/--ask <flags>\s+ask for these secrets at the terminal, separated by commas: password/);
    expect(help.stdout).not.toContain('Asked for at the terminal');
    expect(await desk.cli.run(resend)).toMatchObject({ code: 0, prompts: [] });
    const result = await desk.cli.run([...resend, '--ask', 'password'], { answers: [PASSWORD] });
    expect(result).toMatchObject({ code: 0, prompts: ['Password: (hidden)'] });
    const wrong = await desk.cli.run([...resend, '--ask', 'email']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--ask email: there is no such secret.')]);
    const typed = await desk.cli.run([...resend, '--password', PASSWORD]);
    expect([typed.code, typed.stderr]).toEqual([
      2,
      expect.stringContaining('Pass --ask password to enter it at a prompt'),
    ]);
  });

  it.each([
    ['a file that is not there', ['--input', '/nowhere/at-all.json'], 'cannot be read: ENOENT'],
    ['a folder', ['--input', '/tmp'], 'cannot be read: EISDIR'],
    ['no JSON', ['--input', '-'], 'The input is not JSON.'],
    ['an unknown flag', ['--nmae', 'Ann'], "unknown option '--nmae'\n(Did you mean --name?)"],
    ['a flag without its value', ['--name'], 'argument missing'],
    ['a field that is not there, unset', ['--unset', 'nmae'], '--unset nmae: there is no such flag'],
  ])('is refused where it is %s, before anything is sent', async (_case, more, reason) => {
    const statements = await parley.statementsOf(async () => {
      const { code, stdout, stderr } = await desk.cli.run(['contacts', 'create', ...more], { stdin: '{"secret-word' });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain('secret-word');
    });
    expect(statements).toEqual([]);
  });

  it('needs what the path names', async () => {
    const { code, stderr } = await desk.cli.run(['agents', 'get']);
    expect([code, stderr]).toEqual([
      2,
      'parley: --agent is missing.\nPass --agent NAME, or set a default: parley use --agent NAME\n',
    ]);
  });

  it('is judged by the service, in the words of the flags', async () => {
    const { code, stderr } = await desk.cli.run([
      ...['agents', 'create', '--name', '', '--temperature', 'warm', '--widget-config.accent-color', 'red'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('[validation_failed]');
    for (const flag of ['--name: ', '--temperature: must be a number', '--widget-config.accent-color: ']) {
      expect(stderr).toContain(flag);
    }
  });
});
