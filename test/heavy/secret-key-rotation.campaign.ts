import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { newId } from '../../src/common/database/uuid';
import { Seal } from '../../src/common/secrets/seal';
import { admin, beginAdmin } from '../support/admin';
import { type Parley, startParley } from '../support/parley';
import { campaignOf } from './campaign';

const KILLS = campaignOf(100);
jest.setTimeout(300_000 + KILLS * 30_000);
const SEED = Number(process.env['SEED'] ?? 20_261_125);
const MAILS = 20_000;
const OLD = 'the leaked secret key';
const NEW = 'the secret key that takes the place of that';

describe(`npm run admin -- reseal (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  const environment = (): Record<string, string> => ({
    ...{ DATABASE_URL: parley.databaseUrl, SECRET_KEY: NEW, SECRET_KEY_FALLBACKS: OLD },
  });
  const former = new Seal({ SECRET_KEY: OLD, SECRET_KEY_FALLBACKS: [] }, 'mail');
  const current = new Seal({ SECRET_KEY: NEW, SECRET_KEY_FALLBACKS: [] }, 'mail');
  const mails = (): Promise<{ id: string; message: Buffer }[]> =>
    parley.database.query('SELECT id, message FROM mail_outbox');
  beforeAll(async () => {
    parley = await startParley({ settings: { SECRET_KEY: OLD } });
  });
  afterAll(() => parley.stop());

  /** Messages that are not sent before the test has ended. */
  async function fill(): Promise<void> {
    await parley.database.query('DELETE FROM mail_outbox');
    const ids = Array.from({ length: MAILS }, () => newId());
    await parley.database.query(
      `INSERT INTO mail_outbox (id, message, due_at)
       SELECT id, message, now() + interval '1 day' FROM unnest($1::uuid[], $2::bytea[]) AS mail (id, message)`,
      [ids, ids.map((id) => former.seal(id))],
    );
  }
  /** Changes with every statement that has written some of them. */
  async function writers(): Promise<number> {
    const [{ count }] = await parley.database.query<[{ count: number }]>(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM mail_outbox',
    );
    return count;
  }
  /** How many the new key opens; each value opens with one of the two and says what it said. */
  async function resealed(): Promise<number> {
    let count = 0;
    for (const { id, message } of await mails()) {
      const opened = current.look(message) ?? former.look(message);
      expect(opened?.text).toBe(id);
      if (current.look(message)) count += 1;
    }
    return count;
  }

  it(`loses nothing in ${KILLS} kills while it writes, and ends what they have left`, async () => {
    let halfway = 0;
    let done = MAILS;
    for (let kill = 0; kill < KILLS; kill++) {
      if (done === MAILS) await fill();
      const before = await writers();
      const child = beginAdmin(environment(), 'reseal');
      const ended = once(child, 'exit');
      while (child.exitCode === null && (await writers()) === before) await pause(1);
      await pause(random() * 200);
      child.kill('SIGKILL');
      await ended;
      done = await resealed();
      if (done > 0 && done < MAILS) halfway += 1;
    }
    const { code, stdout, stderr } = await admin(environment(), 'reseal');
    expect([code, stderr]).toEqual([0, 'No stored value needs SECRET_KEY_FALLBACKS.\n']);
    expect(stdout).toMatch(new RegExp(`^mail_outbox +${MAILS} +${MAILS - done} +0 +0 *$`, 'm'));
    expect(await resealed()).toBe(MAILS);
    expect(halfway).toBeGreaterThan(0);
    process.stdout.write(`kills of reseal: n=${KILLS}, seed ${SEED}, ${MAILS} values, halfway ${halfway}, lost 0\n`);
  });

  it('says what is left, changes nothing where it is only to look, and fails where a key is missing', async () => {
    await fill();
    const looked = await admin(environment(), 'reseal', '--check');
    expect([looked.code, looked.stderr]).toEqual([
      0,
      'The remaining values need SECRET_KEY_FALLBACKS. Run `npm run admin -- reseal`.\n',
    ]);
    expect(looked.stdout).toMatch(/^TABLE +VALUES +RESEALED +LEFT +UNREADABLE +GONE BY$/m);
    expect(looked.stdout).toMatch(new RegExp(`^mail_outbox +${MAILS} +0 +${MAILS} +0 *$`, 'm'));
    const missing = await admin({ ...environment(), SECRET_KEY_FALLBACKS: '' }, 'reseal');
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`None of the keys opens ${MAILS} values.`),
    });
    expect(await resealed()).toBe(0);
  });
});
