import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { Program } from '../support/program';
import { TestS3 } from '../support/s3-server';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(300, 30));
const FILES = 4;
/** The longest time for one of them. */
const KILL_MS = 60_000;
/** How long a worker that has begun may be without a request, in turns. */
const [TURN_MS, QUIET_TURNS] = [20, 50];

/** Workers that move files to the store, and delete objects, killed before, during or after any of their requests. */
describe('kill -9 of workers around the store of files', () => {
  let s3: TestS3;
  let parley: Parley;
  let desk: InboxDesk;
  let settings: Record<string, string>;
  beforeAll(async () => {
    s3 = await TestS3.start();
    settings = { FILES_STORE: s3.setting };
    parley = await startParley({ settings });
    desk = await InboxDesk.open(parley);
    settings = {
      ...settings,
      NODE_ENV: 'test',
      DATABASE_URL: parley.databaseUrl,
      LOG_LEVEL: 'error',
      MANAGEMENT_PORT: '0',
    };
  });
  afterAll(async () => {
    await parley.stop();
    await s3.stop();
  });

  const rows = (sql: string, ...values: unknown[]): Promise<Record<string, string>[]> =>
    parley.database.query(sql, values);
  /** Ids of messages, and hashes, of the files that are not erased. */
  const kept = new Map<string, { messageId: string; sha256: string }>();

  async function send(): Promise<void> {
    for (let n = 0; n < FILES; n += 1) {
      const bytes = randomBytes(randomInt(1, 2_000_000));
      const path = `/workspaces/${desk.workspace.id}/inbox/files`;
      const { body, status } = await uploaded(parley, path, desk.author.secret, { bytes, fileName: 'a.bin' });
      const reply = await desk.reply({ channel: 'widget', attachmentIds: [body.id] });
      expect([status, reply.status]).toEqual([201, 201]);
      kept.set(body.id, { messageId: reply.body.id, sha256: body.sha256 });
    }
  }

  /** Rows of files go as in an erasure; their objects are due to be swept, as far as none is being stored. */
  async function erase(): Promise<void> {
    for (const id of kept.keys()) {
      if (randomInt(3) > 0) continue;
      kept.delete(id);
      await rows('DELETE FROM files WHERE id = $1', id);
    }
    await rows(`UPDATE file_objects o SET put_at = now() - interval '1 hour' WHERE NOT EXISTS (
      SELECT FROM files f WHERE f.id = o.file_id AND f.object_key IS NULL)`);
  }

  async function downloaded(id: string, messageId: string): Promise<string> {
    const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${id}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  }

  /** A worker until the given number of requests, and some milliseconds more. */
  async function killed(): Promise<void> {
    const [last, more] = [randomInt(1, 3 * FILES), randomInt(0, 20)];
    const worker = new Program('worker', settings);
    let isEnded = false;
    const exit = worker.ended().then(() => (isEnded = true));
    let [asked, quiet] = [0, 0];
    s3.trouble = () => {
      quiet = 0;
      if ((asked += 1) === last) setTimeout(() => worker.signal('SIGKILL'), more);
      return false;
    };
    // Each worker has files to store, so a first request comes. There may be fewer than that: nothing is left to do.
    for (; !isEnded && (asked === 0 || quiet < QUIET_TURNS); quiet += 1) await pause(TURN_MS);
    worker.signal('SIGKILL');
    await exit;
    s3.trouble = null;
    // Leases of the dead worker end.
    await rows('UPDATE files SET work_due_at = now() WHERE work_due_at IS NOT NULL');
  }

  it(
    `${KILLS} times: no file is lost, and no object is left`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await send();
        await killed();
        await erase();
      }
      await rows(`UPDATE files SET work_due_at = now() WHERE work_due_at IS NOT NULL`);
      await parley.drain();
      await rows(`UPDATE file_objects SET put_at = now() - interval '1 hour'`);
      await parley.drain();
      for (const [id, { messageId, sha256 }] of kept) expect(await downloaded(id, messageId)).toBe(sha256);
      const objects = (await rows('SELECT object_key AS key FROM files ORDER BY object_key COLLATE "C"')).map(
        ({ key }) => key,
      );
      expect(objects).toHaveLength(kept.size);
      expect(await s3.keys()).toEqual(objects);
      expect(await rows('SELECT count(*)::int AS n FROM file_objects')).toEqual([{ n: kept.size }]);
      expect(await rows('SELECT count(*)::int AS n FROM file_pieces')).toEqual([{ n: 0 }]);
    },
    KILLS * KILL_MS,
  );
});
