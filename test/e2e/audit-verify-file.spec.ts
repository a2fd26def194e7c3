import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditSealing } from '../../src/audit/audit-sealing';
import { anAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let folder: string;

beforeAll(async () => {
  parley = await startParley();
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  const path = `/workspaces/${workspace.id}/labels`;
  await parley.call('POST', path, { token: admin.secret, body: { name: 'One' } });
  await parley.get(AuditSealing).seal(workspace.id);
  folder = await mkdtemp(join(tmpdir(), 'parley-audit-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await parley.stop();
});

const get = (rest: string) => parley.call('GET', `/workspaces/${workspace.id}/audit/${rest}`, { token: admin.secret });
const keys = async () => (await parley.call('GET', '/.well-known/parley-audit-keys.json')).body.keys as object[];

describe('parley audit verify', () => {
  it('finds a changed line, a cut file and a head that is missing, and accepts the rest', async () => {
    // A service that does not answer: none is needed.
    const commandLine = await CommandLine.at('http://127.0.0.1:9');
    const file = join(folder, 'log.ndjson');
    const headFile = join(folder, 'head.json');
    const keysFile = join(folder, 'keys.json');
    const { text } = await get('export');
    await writeFile(file, text);
    await writeFile(headFile, JSON.stringify((await get('head')).body));
    await writeFile(keysFile, JSON.stringify({ keys: await keys() }));
    const check = async (...more: string[]) => commandLine.run(['audit', 'verify', file, ...more]);
    expect(await check('--head', headFile, '--keys', keysFile)).toMatchObject({ code: 0 });
    expect((await check()).stdout).toContain('Without --head');
    await writeFile(file, text.replace('"createLabel"', '"removeLabel"'));
    const changed = await check('--json');
    expect(changed.code).toBe(4);
    expect(JSON.parse(changed.stdout)).toMatchObject({ ok: false, problem: { kind: 'entry_altered', batch: 1 } });
    await writeFile(file, text.split('\n').slice(0, -2).join('\n'));
    expect(await check()).toMatchObject({ code: 2 });
    await writeFile(file, text);
    await writeFile(headFile, JSON.stringify({ number: 99, hash: 'a'.repeat(64) }));
    const unknown = await check('--head', headFile);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('head_unknown in batch 99')]);
  });
});
