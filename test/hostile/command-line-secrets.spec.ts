import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

/** Secrets typed or pasted in the wrong place. */
const SECRETS = [
  'S3cret!passw0rd',
  'ca_0123456789ABCDEFGHIJabcdefghij0123456789ABCDEFGHIJ',
  '{"currentPassword":"S3cret"}',
];

describe('what is typed in the wrong place is not repeated', () => {
  let parley: Parley;
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley();
    cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: 'ca_x' });
  });
  afterAll(async () => {
    await cli.remove();
    await parley.stop();
  });

  async function refusal(argv: readonly string[], secret: string, env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await cli.run(argv, { env });
    expect([argv, code]).not.toEqual([argv, 0]);
    for (const hidden of [secret, 'S3cret', 'hij0123'])
      expect([argv, (stdout + stderr).includes(hidden)]).toEqual([argv, false]);
    return stderr;
  }

  const BEGINNINGS = [
    ['contacts', 'list'],
    ['credentials', 'revoke'],
    ['login'],
    ['chat', 'x'],
    ['profiles', 'list'],
    [],
  ];

  describe.each(SECRETS)('%s', (secret) => {
    it.each(BEGINNINGS.map((words) => [words.join(' '), words] as const))('after parley %s', async (_name, words) => {
      const places = [
        [`--no-such-flag=${secret}`],
        ['--no-such-flag', secret],
        [`-p${secret}`],
        [`-${secret}`],
        [`--${secret}`],
        [secret],
        [secret, secret],
        ['--json', `--passwrd=${secret}`],
      ];
      for (const place of places) await refusal([...words, ...place], secret);
    });

    it.each([
      ['a command', ['contacts', '<it>']],
      ['a shell', ['completion', '<it>']],
      ['a field to show', ['contacts', 'list', '--fields', '<it>']],
      ['a flag to unset', ['contacts', 'update', '--contact', 'x', '--workspace', 'x', '--unset', '<it>']],
      [
        'a flag to unset, with a value',
        ['contacts', 'update', '--contact', 'x', '--workspace', 'x', '--unset', 'password=<it>'],
      ],
      ['a file to read', ['contacts', 'create', '--workspace', 'x', '--input', '<it>']],
      ['a file to send', ['contacts', 'import', '--workspace', 'x', '--input', '<it>']],
      ['a file to write', ['contacts', 'list', '--workspace', 'x', '--output', '/nowhere/<it>']],
      ['a profile', ['contacts', 'list', '--profile', '<it>']],
      ['a workspace', ['contacts', 'list', '--workspace', '<it>']],
      ['a workspace to use', ['use', '--workspace', '<it>']],
      ['an agent', ['agents', 'get', '--workspace', 'x', '--agent', '<it>']],
      ['a profile to use', ['profiles', 'use', '<it>']],
      ['an address', ['login', '--url', '<it>']],
      ['the query of an address', ['login', '--url', 'https://parley.example.com/?token=<it>']],
      ['a key for a second try', ['contacts', 'create', '--workspace', 'x', '--idempotency-key', 'é<it>']],
      ['a kind of file', ['contacts', 'import', '--workspace', 'x', '--input', '-', '--content-type', 'é<it>']],
      ['a secret flag', ['credentials', 'bootstrap', '--current-password', '<it>']],
    ])('as %s', async (_what, words) => {
      await refusal(
        words.map((word) => word.replace('<it>', secret)),
        secret,
      );
    });

    it.each(['PARLEY_URL', 'PARLEY_PROFILE', 'PARLEY_TOKEN_FILE', 'PARLEY_WORKSPACE'])('as %s', async (name) => {
      await refusal(['contacts', 'list'], secret, { PARLEY_TOKEN: '', [name]: secret });
    });
  });

  it('but what was meant still is: the flag and the command that are like it', async () => {
    const flag = await refusal(['contacts', 'list', '--limt=S3cret!passw0rd'], 'S3cret!passw0rd');
    expect(flag).toContain("unknown option '--limt'\n(Did you mean --limit?)");
    expect((await cli.run(['contacts', 'lits'])).stderr).toContain("unknown command 'lits'\n(Did you mean list?)");
    expect((await cli.run(['conntacts'])).stderr).toContain('(Did you mean contacts?)');
  });

  it('nor does Node print the credential where NODE_DEBUG is set', async () => {
    const secret = 'ca_0123456789ABCDEFGHIJabcdefghij0123456789ABCDEFGHIJ';
    // So that the request with the credential is the first one, on a connection that is made for it.
    await cli.run(['contacts', 'list', '--help']);
    const program = ['--require', './scripts/register-swc.js', 'src/cli.ts', 'contacts', 'list', '--workspace', 'x'];
    const env = { ...process.env, ...cli.env, PARLEY_TOKEN: secret, NODE_DEBUG: 'http,https,net,tls,stream' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, program, { env }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    expect(stderr).toMatch(/^HTTP \d+/m);
    expect(stderr).toContain('parley:');
    expect(stdout + stderr).not.toContain(secret);
  });

  it('nor is a password where a person is asked whether it is meant', async () => {
    const secret = 'S3cret!passw0rd';
    const revoke = ['credentials', 'revoke', '--credential', randomUUID()];
    const { stdout, stderr, prompts } = await cli.run(revoke, { answers: [secret, 'n'] });
    expect(prompts.some((question) => question.includes('(hidden)'))).toBe(true);
    for (const text of [stdout, stderr, ...prompts]) expect(text).not.toContain(secret);
  });
});
