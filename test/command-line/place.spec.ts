import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aContact } from '../factories/contact';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { CommandLine } from '../support/command-line';
import { Door } from '../support/door';
import { type Parley, startParley } from '../support/parley';

/** Which workspace and which agent a command works with: by name, by default, or by both. */
describe('where a command works', () => {
  let parley: Parley;
  let account: TestAccount;
  let owner: IssuedCredential;
  let shop: { id: string };
  let bakery: { id: string };
  let helper: { id: string };
  beforeAll(async () => {
    parley = await startParley();
    account = await anAccount(parley);
    owner = await aCredential(parley, account);
    shop = await aWorkspace(parley, owner, { name: 'Corner Shop' });
    bakery = await aWorkspace(parley, owner, { name: 'Bakery' });
    helper = await anAgent(parley, shop, owner, { name: 'Helper' });
    await aContact(parley, shop, owner, { name: 'Ann Lee' });
  });
  afterAll(() => parley.stop());

  let door: Door;
  let cli: CommandLine;
  beforeEach(async () => {
    door = new Door(parley.url);
    cli = await CommandLine.at(await door.open(), { PARLEY_TOKEN: owner.secret });
    await cli.run(['--help']);
    door.addresses.length = 0;
  });
  afterEach(async () => {
    door.end();
    await cli.remove();
  });

  /** Signed in, without the variables of a program. */
  const signedIn = async (url = parley.url): Promise<CommandLine> => {
    const own = cli.with({ PARLEY_TOKEN: '', PARLEY_URL: url });
    const { code, stderr } = await own.run(['login', '--with-token'], { stdin: owner.secret });
    if (code !== 0) throw new Error(stderr);
    return own;
  };
  const names = async (line: CommandLine, ...argv: string[]): Promise<string[]> => {
    const { contacts } = await line.json(['contacts', 'list', ...argv]);
    return contacts.map(({ name }: { name: string }) => name);
  };

  describe('by name', () => {
    it.each(['Corner Shop', 'corner shop', ' CORNER SHOP'])('finds the workspace %j', async (name) => {
      expect(await names(cli, '--workspace', name)).toEqual(['Ann Lee']);
      expect(door.addresses.map((path) => path.replace('/api/v1', ''))).toEqual([
        '/workspaces',
        `/workspaces/${shop.id}/contacts`,
      ]);
    });

    it('asks nothing where an id is given', async () => {
      expect(await names(cli, '--workspace', shop.id)).toEqual(['Ann Lee']);
      expect((await cli.json(['agents', 'get', '--workspace', shop.id, '--agent', helper.id])).name).toBe('Helper');
      expect(door.addresses).toHaveLength(2);
    });

    it('finds an agent in the workspace that is named', async () => {
      expect((await cli.json(['agents', 'get', '--workspace', 'Corner Shop', '--agent', 'helper'])).id).toBe(helper.id);
      const elsewhere = await cli.run(['agents', 'get', '--workspace', 'Bakery', '--agent', 'helper']);
      expect([elsewhere.code, elsewhere.stderr]).toEqual([
        5,
        'parley: No agent has that name. There are no agents.\nList them: parley agents list\n',
      ]);
    });

    it('finds the agents of a list, and leaves those of a file as they are', async () => {
      const line = cli.with({ PARLEY_URL: parley.url, PARLEY_WORKSPACE: shop.id });
      const made = await line.json(['contacts', 'create', '--name', 'Bo', '--agent-ids', 'Helper']);
      expect(made.agentIds).toEqual([helper.id]);
      const body = JSON.stringify({ name: 'Cy', agentIds: ['Helper'] });
      const { code, stderr } = await line.run(['contacts', 'create', '--input', '-'], { stdin: body });
      expect([code, stderr]).toEqual([2, expect.stringContaining('[validation_failed]')]);
      await line.run(['contacts', 'remove', '--contact', made.id, '--yes']);
    });

    it('takes the one that is written so before those that are only alike', async () => {
      const person = await anAccount(parley);
      const own = await aCredential(parley, person);
      const small = await aWorkspace(parley, own, { name: 'lab' });
      const large = await aWorkspace(parley, owner, { name: 'LAB' });
      await aMember(parley, large, person);
      const line = cli.with({ PARLEY_TOKEN: own.secret });
      expect((await line.json(['workspaces', 'get', '--workspace', 'lab'])).id).toBe(small.id);
      expect((await line.json(['workspaces', 'get', '--workspace', 'LAB'])).id).toBe(large.id);
      const either = await line.run(['workspaces', 'get', '--workspace', 'Lab']);
      expect([either.code, either.stdout]).toEqual([2, '']);
      expect(either.stderr).toMatch(/^parley: Several workspaces have that name: /);
      for (const one of [`lab (${small.id})`, `LAB (${large.id})`]) expect(either.stderr).toContain(one);
      expect(either.stderr).toContain('Pass the ID: --workspace ID');
    });

    it('says which there are, ten at most, and does not repeat what was typed', async () => {
      const own = await aCredential(parley, await anAccount(parley));
      for (let n = 1; n <= 12; n++) await aWorkspace(parley, own, { name: `Branch ${n}` });
      const typed = 'S3cret!passw0rd';
      const { code, stdout, stderr } = await cli
        .with({ PARLEY_TOKEN: own.secret })
        .run(['contacts', 'list', '--workspace', typed]);
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toMatch(/^parley: No workspace has that name\. The workspaces are: .*, and 2 more\.$/m);
      expect(stderr.match(/Branch/g)).toHaveLength(10);
      expect(stderr).toContain('List them: parley workspaces list');
      expect(stderr).not.toContain(typed);
      expect(door.addresses.join()).not.toContain(typed);
      const json = await cli.run(['contacts', 'list', '--workspace', typed, '--json']);
      expect(JSON.parse(json.stderr)).toMatchObject({ code: 'not_found', hint: 'List them: parley workspaces list' });
    });

    it('says where a name comes from that was not typed', async () => {
      const line = cli.with({ PARLEY_WORKSPACE: 'Nowhere' });
      const { code, stderr } = await line.run(['contacts', 'list']);
      expect([code, stderr]).toEqual([5, expect.stringContaining('The name comes from PARLEY_WORKSPACE.')]);
      expect(await names(cli.with({ PARLEY_WORKSPACE: 'Corner Shop' }))).toEqual(['Ann Lee']);
    });

    it('is refused with a workspace key, which sees no workspaces, but for agents of its own', async () => {
      const { secret } = await aKey(parley, shop, { scopes: ['agents:read'] });
      const line = cli.with({ PARLEY_TOKEN: secret });
      const { code, stderr } = await line.run(['agents', 'list', '--workspace', 'Corner Shop']);
      expect([code, stderr]).toEqual([4, expect.stringContaining('[credential_kind_not_allowed]')]);
      expect(await line.json(['agents', 'list', '--workspace', shop.id])).toHaveLength(1);
    });

    it('is shown to the person who is asked whether it is meant', async () => {
      const { prompts, code } = await cli.run(['agents', 'remove', '--workspace', 'Corner Shop', '--agent', 'HELPER'], {
        answers: ['n'],
      });
      expect([code, prompts]).toEqual([
        130,
        [
          `Schedule an agent for deletion: Corner Shop (${shop.id}) Helper (${helper.id}). It stops answering now. In 30 days it is ` +
            'deleted with everything that belongs to it; until then, parley agents restore undoes this. Continue? [y/N]',
        ],
      ]);
    });
  });

  describe('by default', () => {
    it('is chosen by name once, and takes no request more than an id', async () => {
      const line = await signedIn(cli.env['PARLEY_URL']);
      const chosen = await line.run(['use', '--workspace', 'corner shop', '--agent', 'helper']);
      expect([chosen.code, chosen.stdout.split('\n').slice(0, -1)]).toEqual([
        0,
        [
          'profile        default',
          `workspace      ${shop.id}`,
          'workspaceName  Corner Shop',
          `agent          ${helper.id}`,
          'agentName      Helper',
        ],
      ]);
      door.addresses.length = 0;
      expect(await names(line)).toEqual(['Ann Lee']);
      expect((await line.json(['agents', 'get'])).name).toBe('Helper');
      expect((await line.run(['chat'])).code).toBe(0);
      expect(door.addresses).toHaveLength(2);
    });

    it('is shown, and by whoami too', async () => {
      const line = await signedIn();
      const none = { workspace: null, workspaceName: null, agent: null, agentName: null };
      expect(await line.json(['use'])).toEqual({ profile: 'default', ...none });
      expect((await line.run(['use'])).stderr).toBe('No default is set. Set one: parley use --workspace NAME\n');
      await line.run(['use', '--workspace', shop.id, '--agent', 'Helper']);
      const here = { workspace: shop.id, workspaceName: null, agent: helper.id, agentName: 'Helper' };
      expect(await line.json(['use'])).toEqual({ profile: 'default', ...here });
      expect(await line.json(['whoami'])).toMatchObject(here);
      expect((await line.run(['whoami'])).stdout).toMatch(/^agentName +Helper$/m);
      expect(await line.json(['whoami'], { env: { PARLEY_WORKSPACE: bakery.id } })).toMatchObject({
        ...none,
        workspace: bakery.id,
      });
    });

    it('gives way to flags and to variables', async () => {
      const line = await signedIn();
      await line.run(['use', '--workspace', 'Bakery']);
      expect(await names(line)).toEqual([]);
      expect(await names(line, '--workspace', 'Corner Shop')).toEqual(['Ann Lee']);
      expect(await names(line.with({ PARLEY_WORKSPACE: 'Corner Shop' }))).toEqual(['Ann Lee']);
      const env = { PARLEY_WORKSPACE: shop.id, PARLEY_AGENT: 'Helper' };
      expect((await line.json(['agents', 'get'], { env })).id).toBe(helper.id);
      const set = await line.run(['use', '--workspace', 'Corner Shop'], { env: { PARLEY_WORKSPACE: bakery.id } });
      expect(set.stderr).toBe('PARLEY_WORKSPACE is set and takes precedence.\n');
    });

    it('has an agent for its own workspace only', async () => {
      const line = await signedIn();
      await line.run(['use', '--workspace', 'Corner Shop', '--agent', 'Helper']);
      expect((await line.json(['agents', 'get', '--workspace', shop.id])).id).toBe(helper.id);
      const elsewhere = await line.run(['agents', 'get', '--workspace', 'Bakery']);
      expect([elsewhere.code, elsewhere.stderr]).toEqual([
        2,
        'parley: --agent is missing.\nPass --agent NAME, or set a default: parley use --agent NAME\n',
      ]);
      // So does another default.
      expect(await line.json(['use', '--workspace', 'Corner Shop'])).toMatchObject({ agentName: 'Helper' });
      expect(await line.json(['use', '--workspace', 'Bakery'])).toMatchObject({ agent: null, agentName: null });
    });

    it('is missing where nothing was chosen', async () => {
      const line = await signedIn();
      const { code, stdout, stderr } = await line.run(['contacts', 'list']);
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        'parley: --workspace is missing.\nPass --workspace NAME, or set a default: parley use --workspace NAME\n',
      ]);
      const chat = await line.run(['chat', '--workspace', shop.id]);
      expect([chat.code, chat.stderr]).toEqual([2, expect.stringContaining('AGENT is missing.')]);
      const agent = await line.run(['use', '--agent', 'Helper']);
      expect([agent.code, agent.stderr]).toEqual([2, expect.stringContaining('--agent needs a workspace.')]);
    });

    it('is forgotten with --clear, and stays with another sign-in at the same service', async () => {
      const line = await signedIn();
      await line.run(['use', '--workspace', 'Corner Shop', '--agent', 'Helper']);
      expect((await line.run(['login', '--email', account.email], { answers: [PASSWORD] })).code).toBe(0);
      expect(await names(line)).toEqual(['Ann Lee']);
      expect((await line.run(['use', '--clear', '--workspace', 'Bakery'])).code).toBe(2);
      expect((await line.run(['use', '--clear'])).code).toBe(0);
      expect((await line.run(['contacts', 'list'])).code).toBe(2);
      expect((await line.run(['workspaces', 'list'])).code).toBe(0);
      const named = await line.run(['login', '--email', account.email, '--workspace', 'bakery'], {
        answers: [PASSWORD],
      });
      expect([named.code, (await line.json(['use'])).workspace]).toEqual([0, bakery.id]);
    });

    it('is not stored if it does not exist, or without a signed-in user', async () => {
      const line = await signedIn();
      await line.run(['use', '--workspace', 'Corner Shop']);
      const wrong = await line.run(['use', '--workspace', 'Corner Shop', '--agent', 'Nobody']);
      expect([wrong.code, wrong.stderr]).toEqual([
        5,
        'parley: No agent has that name. The agents are: Helper.\nList them: parley agents list\n',
      ]);
      expect((await line.run(['use', '--workspace', ''])).code).toBe(2);
      expect((await line.json(['use'])).workspaceName).toBe('Corner Shop');
      const guest = await CommandLine.at(parley.url);
      const { code, stderr } = await guest.run(['use', '--workspace', 'Corner Shop']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Sign in: parley login.')]);
      await guest.remove();
    });

    it('applies to its service only, regardless of PARLEY_URL', async () => {
      const line = await signedIn();
      await line.run(['use', '--workspace', 'Corner Shop']);
      const env = { PARLEY_URL: cli.env['PARLEY_URL']!, PARLEY_TOKEN: owner.secret };
      expect((await line.run(['contacts', 'list'], { env })).stderr).toContain('--workspace is missing.');
      expect((await line.run(['use', '--workspace', shop.id], { env })).code).toBe(2);
    });

    it('says how to mend it where it is gone', async () => {
      const guest = await anAccount(parley);
      const { memberId } = await aMember(parley, shop, guest, { role: 'admin' });
      const { secret } = await aCredential(parley, guest);
      const line = cli.with({ PARLEY_TOKEN: '', PARLEY_URL: parley.url });
      await line.run(['login', '--with-token'], { stdin: secret });
      const short = await anAgent(parley, shop, owner, { name: 'Short' });
      await line.run(['use', '--workspace', 'Corner Shop', '--agent', 'Short']);
      expect((await line.json(['agents', 'get'])).id).toBe(short.id);

      const file = join(cli.folder, 'profiles', 'default.json');
      const stored = await readFile(file, 'utf8');
      await writeFile(file, stored.replaceAll(short.id, '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00'));
      const agent = await line.run(['agents', 'get']);
      expect([agent.code, agent.stderr]).toEqual([
        5,
        'parley: The default agent of the profile default, Short, no longer exists, or you can no longer see it.\n' +
          'Set another one: parley use --agent NAME. Or clear the defaults: parley use --clear\n',
      ]);
      const typed = await line.run(['agents', 'get', '--agent', '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00']);
      expect([typed.code, typed.stderr]).toEqual([5, expect.stringContaining('[not_found]')]);
      await parley.call('DELETE', `/workspaces/${shop.id}/members/${memberId}`, { token: owner.secret });
      const workspace = await line.run(['contacts', 'list']);
      expect([workspace.code, workspace.stderr]).toEqual([
        5,
        'parley: The default workspace of the profile default, Corner Shop, no longer exists, or you can no longer see it.\n' +
          'Set another one: parley use --workspace NAME. Or clear the defaults: parley use --clear\n',
      ]);
    });
  });
});
