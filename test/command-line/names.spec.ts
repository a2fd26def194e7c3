import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentDto } from '../../src/agents/agent.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { aHandedOverConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import type { Typing } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';

const TERMINAL: Typing = { columns: 120, env: { NO_COLOR: '1' } };

/** A name or a row number never stands for another record than the one that the user means. */
describe('records that a user names on the command line', () => {
  let parley: Parley;
  let desk: CommandDesk;
  let agent: AgentDto;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aCommandDesk(parley);
    agent = await anAgent(parley, desk.workspace, desk.owner, { name: 'Helper' });
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
  });

  const run = (...argv: string[]) => desk.cli.run(argv, TERMINAL);

  it('are not those of a customer who calls themselves by an email address', async () => {
    const pretender = await aHandedOverConversation(parley, agent, {
      externalId: 'mallory',
      name: 'carol@example.com',
      email: 'mallory@example.com',
    });
    const { code, stdout, stderr } = await run('inbox', 'reply', 'carol@example.com', 'The code is 1234.');
    expect([code, stdout, stderr]).toEqual([5, '', expect.stringContaining('No conversation has that name.')]);
    expect((await run('contacts', 'get', 'carol@example.com')).code).toBe(5);
    expect((await desk.cli.json(['inbox', 'get', 'mallory@example.com'])).id).toBe(pretender.id);
  });

  it('are refused where names of customers differ in case only', async () => {
    await aContact(parley, desk.workspace, desk.owner, { name: 'Eve Stone', email: 'eve@example.com' });
    await aContact(parley, desk.workspace, desk.owner, { name: 'eve stone', email: 'other@example.com' });
    for (const name of ['eve stone', 'Eve Stone', 'EVE STONE']) {
      const { code, stdout, stderr } = await run('contacts', 'get', name);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Several contacts have that name: ')]);
    }
  });

  it('are the own replies of the caller to undo and edit, not newer ones of colleagues', async () => {
    const { id } = await aHandedOverConversation(parley, agent, { externalId: 'dan', name: 'Dan' });
    const colleague = await anAccount(parley);
    await aMember(parley, desk.workspace, colleague);
    const { secret } = await aCredential(parley, colleague);
    await parley.call('PATCH', '/account/preferences', { token: secret, body: { undoSendSeconds: 60 } });
    await desk.cli.json(['preferences', 'update', '--undo-send-seconds', '60']);
    const mine = await desk.cli.json(['inbox', 'reply', id, 'Mine.']);
    const path = `/workspaces/${desk.workspace.id}/inbox/${id}/messages`;
    const { status } = await parley.call('POST', path, { token: secret, body: { content: 'Of a colleague.' } });
    expect(status).toBe(201);
    expect((await desk.cli.json(['inbox', 'edit', id, 'Still mine.'])).id).toBe(mine.id);
    const undone = await desk.cli.json(['inbox', 'undo', id]);
    expect([undone.id, undone.lifecycleStatus]).toEqual([mine.id, 'undone']);
    const again = await desk.cli.run(['inbox', 'undo', id]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('has no reply of yours that is queued.')]);
  });

  describe('by the number of a row', () => {
    const file = () => join(desk.cli.folder, 'listed', 'default.json');
    const names = ['Page A', 'Page B', 'Page C'];
    const list = ['contacts', 'list', '--search', 'Page'];
    beforeAll(async () => {
      for (const name of names) await aContact(parley, desk.workspace, desk.owner, { name });
    });

    it('are those on the screen, even if the list ends in the middle', async () => {
      await run('contacts', 'list', '--search', 'Eve');
      const kept: string[][] = [];
      const watch = (stdout: string): void => {
        const { rows } = JSON.parse(readFileSync(file(), 'utf8')).listContacts as { rows: { name: string }[] };
        const known = rows.map(({ name }) => name);
        kept.push(names.filter((name) => stdout.includes(name) && !known.includes(name)));
      };
      const { code } = await desk.cli.run([...list, '--limit', '1', '--all'], { ...TERMINAL, watch });
      expect(code).toBe(0);
      expect(kept.length).toBeGreaterThanOrEqual(names.length);
      expect(kept.flat()).toEqual([]);
    });

    it('have no numbers if these cannot be kept', async () => {
      await rm(join(desk.cli.folder, 'listed'), { recursive: true });
      await mkdir(file(), { recursive: true });
      const { stdout } = await run(...list);
      expect(stdout).toContain('Page A');
      expect(stdout).not.toMatch(/^# /);
      await rm(file(), { recursive: true });
      expect((await run(...list)).stdout).toMatch(/^# /);
    });
  });
});
