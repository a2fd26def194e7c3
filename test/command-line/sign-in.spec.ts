import { randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

describe('signing in on the command line', () => {
  let parley: Parley;
  let account: TestAccount;
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley();
    // The first listing takes the service long on a busy machine.
    await parley.call('GET', '/capabilities');
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    account = await anAccount(parley);
    cli = await CommandLine.at(parley.url);
  });
  afterEach(() => cli.remove());

  const login = (...more: string[]) =>
    cli.run(['login', '--email', account.email, ...more], { answers: [PASSWORD, PASSWORD] });
  const profile = async (name = 'default') =>
    JSON.parse(await readFile(join(cli.folder, 'profiles', `${name}.json`), 'utf8'));
  const credentials = async () => {
    const { secret } = await aCredential(parley, account, { name: 'observer' });
    const { body } = await parley.call('GET', '/account-credentials', { token: secret, query: { limit: 100 } });
    return (body.credentials as { id: string; name: string; status: string }[]).filter(
      ({ name }) => name !== 'observer',
    );
  };

  it('prompts for required values, and does not show the password', async () => {
    const { code, stdout, stderr, prompts } = await cli.run(['login'], { answers: [account.email, PASSWORD] });
    expect({ code, stdout, prompts }).toEqual({ code: 0, stdout: '', prompts: ['Email:', 'Password: (hidden)'] });
    expect(stderr).toContain(`Signed in at ${parley.url} as ${account.email}`);
    expect(stderr).not.toContain('ca_');
    expect((await cli.json(['whoami'])).account.email).toBe(account.email);
  });

  it('uses the only workspace of the account, but chooses none of several, and keeps a choice', async () => {
    const { id } = await aWorkspace(parley, account, { name: 'Shop' });
    expect((await login()).stderr).toMatch(
      /^Commands use the workspace Shop\. Another one: parley use --workspace NAME$/m,
    );
    expect(await profile()).toMatchObject({ workspace: id, names: { workspace: 'Shop' } });
    expect((await cli.run(['inbox', 'list'])).code).toBe(0);
    const second = await aWorkspace(parley, account, { name: 'Garage' });
    expect((await login()).stderr).toContain('Commands use the workspace Shop.');
    const fresh = await login('--profile', 'fresh');
    expect([fresh.code, fresh.stderr]).toEqual([0, expect.not.stringContaining('Commands use')]);
    await login('--profile', 'fresh', '--workspace', 'Garage');
    expect((await login('--profile', 'fresh')).stderr).toContain('Commands use the workspace Garage.');
    expect((await profile('fresh')).workspace).toBe(second.id);
  });

  it('keeps the secret in a file that only its owner can read, and refuses one that others can', async () => {
    await login();
    const file = join(cli.folder, 'profiles', 'default.json');
    expect([(await stat(file)).mode & 0o777, (await stat(join(cli.folder, 'profiles'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(JSON.stringify(await profile())).not.toContain(PASSWORD);
    await chmod(file, 0o640);
    const { code, stderr } = await cli.run(['workspaces', 'list']);
    expect([code, stderr]).toEqual([
      2,
      `parley: ${file} contains a secret, and others can read it.\nRestrict it: chmod 600 '${file}'\n`,
    ]);
    const others = await cli.run(['profiles', 'list']);
    expect([others.code, others.stderr]).toEqual([0, expect.stringContaining('Restrict it')]);
    // Signing in makes it anew, and no credential is lost on the way.
    expect((await login()).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('obtains the scopes and the end that are asked for, and else all and the latest', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await login('--scopes', 'inbox:read,workspaces:read', '--expires-at', expiresAt, '--name', 'laptop');
    expect((await profile()).credential).toMatchObject({ scopes: ['inbox:read', 'workspaces:read'], expiresAt });
    expect(await credentials()).toMatchObject([{ name: 'laptop' }]);
    await login();
    expect((await profile()).credential.scopes).toHaveLength(8);
  });

  it('revokes the credential before', async () => {
    await login();
    const { credential: first } = await profile();
    await login('--scopes', 'inbox:read');
    const { credential: second } = await profile();
    await login();
    const { credential: third } = await profile();
    const byId = new Map((await credentials()).map(({ id, status }) => [id, status]));
    expect([first, second, third].map(({ id }) => byId.get(id))).toEqual(['revoked', 'revoked', 'active']);
  });

  it('keeps nothing where the password is wrong', async () => {
    const { code, stderr } = await cli.run(['login', '--email', account.email], { answers: ['not the password'] });
    expect(code).toBe(3);
    expect(stderr).toContain('[password_proof_failed]');
    expect(stderr).not.toContain('not the password');
    await expect(readdir(join(cli.folder, 'profiles'))).rejects.toThrow('ENOENT');
  });

  it('leaves no credential behind that it cannot keep', async () => {
    await symlink('/nowhere/at/all', join(cli.folder, 'profiles'));
    const { code, stderr } = await login();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/profiles\/default\.json cannot be written: \w+\.\n$/)]);
    expect(await credentials()).toMatchObject([{ status: 'revoked' }]);
  });

  it('reads the password of a program from stdin, and from nowhere else', async () => {
    const piped = await cli.run(['login', '--email', account.email, '--password-stdin'], { stdin: `${PASSWORD}\n` });
    expect(piped.code).toBe(0);
    const withoutTerminal = await cli.run(['login', '--email', account.email]);
    expect([withoutTerminal.code, withoutTerminal.stderr]).toEqual([
      2,
      'parley: There is no terminal for the prompt: Password:\nPrograms pass the value with flags or --input.\n',
    ]);
    expect((await cli.run(['login', '--password', PASSWORD])).stderr).toContain("unknown option '--password'");
  });

  it('keeps a workspace key, and uses the workspace that goes with it', async () => {
    const owner = await aCredential(parley, account);
    const workspace = await aWorkspace(parley, owner);
    const { secret } = await aKey(parley, workspace);
    const saved = await cli.run(['--profile', 'till', 'login', '--with-token', '--workspace', workspace.id], {
      stdin: `${secret}\n`,
    });
    expect([saved.code, saved.stderr]).toEqual([0, expect.not.stringContaining(secret)]);
    expect(await cli.json(['agents', 'list', '--profile', 'till'])).toEqual([]);
    expect(await cli.json(['whoami', '--profile', 'till'])).toMatchObject({ kind: 'workspace key', account: null });
    const { code, stderr } = await cli.run(['workspaces', 'list', '--profile', 'till']);
    expect(code).toBe(4);
    expect(stderr).toContain('The command needs an account credential: parley login');
  });

  it('signs out: revokes and forgets the credential, regardless of its scopes', async () => {
    for (const scopes of ['inbox:read', 'credentials:write']) {
      await login('--scopes', scopes);
      const { secret } = await profile();
      const { code, stderr } = await cli.run(['logout'], { answers: [PASSWORD] });
      expect([code, stderr]).toEqual([0, 'The credential of the profile default is revoked and removed.\n']);
      const call = await parley.call('GET', '/account', { token: secret });
      expect([call.status, call.body.code]).toEqual([401, 'credential_revoked']);
      expect((await cli.run(['whoami'])).code).toBe(3);
    }
    expect((await credentials()).filter(({ status }) => status === 'active')).toEqual([]);
    expect((await cli.run(['logout'])).stderr).toBe('parley: The profile default is not signed in.\n');
  });

  it('stays signed in where the password is wrong, and forgets without revoking where that is said', async () => {
    await login();
    expect((await cli.run(['logout'], { answers: ['not the password'] })).code).toBe(3);
    const { secret } = await profile();
    const { stderr } = await cli.run(['logout', '--forget']);
    expect(stderr).toContain('It stays valid until it expires');
    expect((await parley.call('GET', '/account', { token: secret })).status).toBe(200);
  });

  it('leaves nothing behind where there is nothing to revoke', async () => {
    await login('--scopes', 'inbox:read');
    const file = join(cli.folder, 'profiles', 'default.json');
    const saved = await profile();
    saved.credential.id = randomUUID();
    await writeFile(file, JSON.stringify(saved), { mode: 0o600 });
    expect((await cli.run(['logout'], { answers: [PASSWORD] })).code).toBe(0);
    const helper = (await credentials()).find(({ name }) => name === 'parley logout');
    expect(helper?.status).toBe('revoked');
  });

  it('says which credential stays valid', async () => {
    await login();
    const { secret } = await aCredential(parley, account);
    const { stderr } = await cli.run(['login', '--with-token'], { stdin: secret });
    expect(stderr).toMatch(new RegExp(`The former credential, of ${account.email} at \\S+, stays valid until`));
  });

  it('signs out where the credential has been revoked elsewhere', async () => {
    await login();
    const { secret, credential } = await profile();
    const body = { currentPassword: PASSWORD };
    await parley.call('DELETE', `/account-credentials/${credential.id}`, { token: secret, body });
    expect((await cli.run(['logout'], { answers: [PASSWORD] })).code).toBe(0);
    expect(await cli.json(['profiles', 'list'])).toEqual({ profiles: [] });
  });

  it('has profiles, one of which is in use', async () => {
    await login();
    await login('--profile', 'second', '--scopes', 'inbox:read');
    const inUse = async () =>
      (await cli.json(['profiles', 'list'])).profiles.find(({ inUse: used }: { inUse: boolean }) => used).name;
    expect(await inUse()).toBe('default');
    expect((await cli.run(['profiles', 'use', 'second'])).code).toBe(0);
    expect(await inUse()).toBe('second');
    expect((await cli.run(['workspaces', 'list'])).code).toBe(4);
    expect((await cli.run(['workspaces', 'list'], { env: { PARLEY_PROFILE: 'default' } })).code).toBe(0);
    expect((await cli.run(['workspaces', 'list', '--profile', 'default'])).code).toBe(0);
    for (const argv of [
      ['--profile', 'default', 'workspaces', 'list'],
      ['workspaces', '--profile', 'default', 'list'],
      ['profiles', 'list', '--profile', 'default'],
    ]) {
      expect([argv, (await cli.run(argv)).code]).toEqual([argv, 0]);
    }
    const { stdout } = await cli.run(['profiles', 'list']);
    expect(stdout).not.toContain('ca_');
    const unknown = await cli.run(['workspaces', 'list', '--profile', 'third']);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'parley: There is no profile third. Profiles: default, second.\nCreate it: parley login --profile third\n',
    ]);
    for (const name of ['../x', 'a/b', '', '.hidden']) {
      expect([name, (await cli.run(['profiles', 'use', name])).code]).toEqual([name, 2]);
    }
    await cli.run(['profiles', 'remove', 'second']);
    expect(await readdir(join(cli.folder, 'profiles'))).toEqual(['default.json']);
  });

  it('takes the environment before the profile', async () => {
    await login();
    const other = await anAccount(parley);
    const { secret } = await aCredential(parley, other);
    const email = async (env: Record<string, string>) => (await cli.json(['whoami'], { env })).account.email;
    expect(await email({})).toBe(account.email);
    expect(await email({ PARLEY_TOKEN: secret })).toBe(other.email);
    const file = join(cli.folder, 'token');
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    expect(await email({ PARLEY_TOKEN_FILE: file })).toBe(other.email);
    const broken = await cli.run(['whoami'], { env: { PARLEY_TOKEN: 'ca_x\r\nX-Other: y' } });
    expect([broken.code, broken.stderr]).toEqual([2, 'parley: The credential contains invalid characters.\n']);
  });

  describe('with another service', () => {
    let requests: IncomingMessage[];
    let stranger: Server;
    let url: string;
    beforeEach(async () => {
      requests = [];
      const listing = (await parley.call('GET', '/capabilities')).text;
      stranger = createServer((request, response) => {
        requests.push(request);
        if (request.url === '/api/v1/capabilities') return response.end(listing);
        response.writeHead(302, { location: `${parley.url}/api/v1/workspaces` }).end();
      });
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    });
    afterEach(() => {
      stranger.closeAllConnections();
      stranger.close();
    });

    it('shows it nothing of the profile’s secret, and follows it nowhere', async () => {
      await login();
      await cli.json(['workspaces', 'list']);
      const [cache] = await readdir(join(cli.folder, 'cache'));
      const saved = JSON.parse(await readFile(join(cli.folder, 'cache', cache!), 'utf8'));
      const elsewhere = await cli.run(['workspaces', 'list'], { env: { PARLEY_URL: url } });
      expect(elsewhere.code).toBe(6);
      expect(saved.operations.length).toBeGreaterThan(50);
      expect(requests.map(({ url: path }) => path)).toContain('/api/v1/workspaces');
      for (const { headers } of requests) expect(headers.authorization).toBeUndefined();
    });

    it('signs out where it signed in', async () => {
      await login();
      const { code } = await cli.run(['logout'], { answers: [PASSWORD], env: { PARLEY_URL: url } });
      expect([code, requests.length]).toEqual([0, 0]);
    });
  });
});
