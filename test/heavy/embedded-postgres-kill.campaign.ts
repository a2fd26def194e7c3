import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import {
  onLinux,
  Owner,
  query,
  randomNumbers,
  remove,
  temporaryFolder,
  untilGone,
} from '../faults/embedded-postgres-support';

const KILLS = Number(process.env['KILLS'] ?? 10);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

describe('the embedded PostgreSQL when its owner is killed (kill -9)', () => {
  let folder: string;
  const random = randomNumbers(SEED);

  beforeAll(() => (folder = temporaryFolder()));
  afterAll(() => remove(folder));

  onLinux(
    'loses no acknowledged row, leaves no process, and starts again',
    async () => {
      const options = { dataDir: join(folder, 'data'), durable: true };
      const first = await EmbeddedPostgres.start(options);
      await query(first.url, 'CREATE TABLE kept (id bigserial PRIMARY KEY)');
      await first.stop();

      let acknowledged: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const owner = new Owner('insert', options);
        await owner.says('ready');
        await pause(random() * 500);
        await owner.kill();
        acknowledged = acknowledged.concat(owner.lines.filter((line) => /^\d+$/.test(line)));
        // Every other time the next start meets the old server while that is still ending.
        if (kill % 2 === 0) await untilGone(folder);

        const server = await EmbeddedPostgres.start(options);
        const rows = await query<{ id: string }>(server.url, 'SELECT id FROM kept');
        const storedIds = new Set(rows.map(({ id }) => id));
        expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
        await server.stop();
      }
      await untilGone(folder);
      console.log(`${KILLS} kills, ${acknowledged.length} acknowledged rows, none lost; SEED=${SEED}`);
      expect(acknowledged.length).toBeGreaterThan(0);
    },
    60_000 + KILLS * 10_000,
  );

  onLinux(
    'during the very first start, leaves nothing that hinders the next',
    async () => {
      const rounds = Math.ceil(KILLS / 2);
      let before = 0;
      for (let round = 0; round < rounds; round++) {
        const dataDir = join(folder, `first-${round}`);
        const owner = new Owner('idle', { dataDir, durable: true });
        const begun = ['postgres/cluster.new', 'postgres/cluster'].map((name) => join(dataDir, name));
        while (!begun.some((path) => existsSync(path))) await pause(1);
        await pause(random() * 500);
        if (!existsSync(join(dataDir, 'postgres/cluster'))) before++;
        await owner.kill();

        const server = await EmbeddedPostgres.start({ dataDir, durable: true });
        expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await server.stop();
        await untilGone(dataDir);
        remove(dataDir);
      }
      console.log(
        `${rounds} kills during the first start, ${before} of them while files were being made; SEED=${SEED}`,
      );
    },
    30_000 + KILLS * 10_000,
  );
});
