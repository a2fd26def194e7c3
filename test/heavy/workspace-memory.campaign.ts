import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InboxDesk } from '../factories/inbox-fixtures';
import { admin } from '../support/admin';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';
import { campaignOf } from './campaign';

const MESSAGES = campaignOf(200_000, 10);
const FEW = 1_000;
/** Of which each consists: fewer are longer, so that what is kept of all of them cannot be overlooked. */
const CHARACTERS = MESSAGES > 100_000 ? 2_000 : 6_000;
const MiB = 1_048_576;
/** Of JavaScript, so that a peak shows what is needed, and not how late garbage is collected. Less than the file. */
const HEAP_MIB = 96;
/** What a run may need more than another one. */
const MORE_MIB = 64;
const SECRET_KEY = 'a secret key of more than 32 characters';

describe(`a workspace with ${MESSAGES} messages, exported and imported`, () => {
  let parley: Parley;
  let folder: string;
  beforeAll(async () => {
    parley = await startParley({ settings: { SECRET_KEY } });
    folder = await mkdtemp(join(tmpdir(), 'parley-memory-'));
  });
  afterAll(async () => {
    await parley.stop();
    await rm(folder, { recursive: true });
  });

  /** In MiB, of the process that does it. */
  const peakOf = async (url: string, ...command: string[]): Promise<number> => {
    const NODE_OPTIONS = `--max-old-space-size=${HEAP_MIB} -r ${join(__dirname, '../support/tell-peak-memory.js')}`;
    const { code, stderr } = await admin({ DATABASE_URL: url, SECRET_KEY, NODE_OPTIONS }, ...command);
    // Of what ended for want of memory, it does not say how much it had.
    expect([code, stderr]).toEqual([0, expect.stringMatching(/peak memory: \d+ KiB/)]);
    return Number(/peak memory: (\d+) KiB/.exec(stderr)![1]) / 1_024;
  };
  const moved = async (messages: number): Promise<{ size: number; exporting: number; importing: number }> => {
    const { workspace, conversationId } = await InboxDesk.open(parley);
    await parley.database.query(
      `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       SELECT $1, $2, gen_random_uuid(), 'human', 'widget', rpad(n || ' ', $4::int, md5(n::text))
       FROM generate_series(1, $3::int) n`,
      [workspace.id, conversationId, messages, CHARACTERS],
    );
    const file = join(folder, `${messages}.ndjson`);
    const exporting = await peakOf(parley.databaseUrl, 'export-workspace', workspace.id, file);
    const target = await createTestDatabase();
    const importing = await peakOf(target, 'import-workspace', file);
    const { rows } = await withClient(target, (client) =>
      client.query<{ n: number }>(`SELECT count(*)::int AS n FROM messages WHERE length(content) = ${CHARACTERS}`),
    );
    expect(rows).toEqual([{ n: messages }]);
    await dropTestDatabase(target);
    return { size: (await stat(file)).size / MiB, exporting, importing };
  };

  it('needs no more memory than one with few', async () => {
    const few = await moved(FEW);
    const many = await moved(MESSAGES);
    const rounded = (figures: object): string => Object.values(figures).map(Math.round).join(', ');
    process.stdout.write(
      `workspace memory: n=${MESSAGES} messages; MiB of the file, of the export, of the import: ${rounded(many)}; ` +
        `with ${FEW} messages ${rounded(few)}\n`,
    );
    // Else nothing is shown by this.
    expect(many.size).toBeGreaterThan(Math.max(HEAP_MIB, MORE_MIB + few.size));
    expect(many.exporting).toBeLessThan(few.exporting + MORE_MIB);
    expect(many.importing).toBeLessThan(few.importing + MORE_MIB);
  }, 1_200_000);
});
