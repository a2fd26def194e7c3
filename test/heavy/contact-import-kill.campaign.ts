import { setTimeout as pause } from 'node:timers/promises';
import { randomOf, type Random } from '../../bench/support/random';
import type { ContactImportDto } from '../../src/contacts/import/upload/contact-import.dto';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { call } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(100));
/** The same files and waits every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const ROWS = 12_000;

/** What the directory must hold when a file has been taken row by row. */
class Expected {
  /** Names by externalId. */
  readonly identified = new Map<string, string>();
  /** Of rows that nothing is recognised by: taken twice, they would be there twice. */
  readonly anonymous: string[] = [];
  rows = 0;

  constructor(private readonly random: Random) {}

  /** A file of rows that are new, that change earlier ones, and that are refused; and what its import must say. */
  file(number: number): { csv: string; counts: object; refused: number[] } {
    const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
    const refused: number[] = [];
    const lines = ['externalId,name,email,blocked'];
    for (let row = 2; row < ROWS + 2; row++) {
      const [kind, name] = [this.random(), `n-${number}-${row}`];
      // The other half has no unique key but that of the contacts to stop a row that comes twice.
      if (row > ROWS / 2 && kind < 0.05) {
        lines.push(`,${name},,perhaps`);
        refused.push(row);
        counts.refused++;
      } else if (kind < 0.3) {
        lines.push(`,"${name}",,`);
        this.anonymous.push(name);
        counts.created++;
      } else {
        const externalId = `c-${Math.floor(this.random() * 60_000)}`;
        counts[this.identified.has(externalId) ? 'updated' : 'created']++;
        this.identified.set(externalId, name);
        lines.push(`${externalId},${name},,`);
      }
    }
    this.rows += ROWS;
    return { csv: `${lines.join('\r\n')}\r\n`, counts, refused };
  }
}

describe(`imports whose processes are killed (SEED=${SEED}, KILLS=${KILLS})`, () => {
  let parley: Parley;
  let token: string;
  let workspaceId: string;
  let services: SpawnedService[] = [];
  const random = randomOf(SEED);
  const expected = new Expected(randomOf(SEED + 1));

  beforeAll(async () => {
    parley = await startParley();
    const owner = await aCredential(parley, await anAccount(parley));
    token = owner.secret;
    workspaceId = (await aWorkspace(parley, owner)).id;
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await parley.stop();
  });

  const start = (): Promise<SpawnedService> =>
    SpawnedService.start({ DATABASE_URL: parley.databaseUrl, LIMIT_LIST_PER_USER: '0' });
  const query = <Row>(sql: string, parameters: unknown[] = [workspaceId]): Promise<Row[]> =>
    parley.database.query<Row[]>(sql, parameters);
  const known = new Set<string>();

  /** Sends the file to a process that may be killed meanwhile, until it is there; its import's id. */
  const upload = async (csv: string): Promise<string> => {
    for (;;) {
      const [service] = services;
      try {
        const reply = await call(`${service!.url}/workspaces/${workspaceId}/contacts/import`, 'POST', {
          token,
          body: csv,
          headers: { 'content-type': 'text/csv' },
        });
        if (reply.status !== 202) throw new Error(reply.text);
      } catch {
        await pause(200);
      }
      // Whether it was answered or not: the file is there as a whole, or not at all. A process that was killed may have sent
      // its last statement, which the server still carries out: the locks wait for that.
      const imports = await query<{ id: string; status: string }>(
        'SELECT id, status FROM contact_imports WHERE workspace_id = $1 FOR UPDATE',
      );
      const fresh = imports.find(({ id, status }) => status !== 'uploading' && !known.has(id));
      if (fresh) {
        known.add(fresh.id);
        return fresh.id;
      }
    }
  };

  const finished = async (id: string): Promise<ContactImportDto> => {
    for (;;) {
      const path = `/workspaces/${workspaceId}/contacts/import/${id}`;
      const record = (await parley.call('GET', path, { token })).body as ContactImportDto;
      if (record.finishedAt) return record;
      await pause(50);
    }
  };

  it('takes every row once', async () => {
    services = await Promise.all([start(), start(), start()]);
    let kills = 0;
    let imports = 0;
    let stalled = 0;
    let over = false;
    const importing = async (): Promise<void> => {
      while (kills < KILLS) {
        const { csv, counts, refused } = expected.file(imports++);
        const record = await finished(await upload(csv));
        expect(record).toMatchObject({ status: 'completed', rowsTotal: ROWS, rowsRead: ROWS, progress: 1, ...counts });
        const report = await query<{ row: number }>(
          'SELECT row FROM contact_import_refusals WHERE workspace_id = $1 AND import_id = $2 ORDER BY row',
          [workspaceId, record.id],
        );
        expect(report.map(({ row }) => row)).toEqual(refused);
      }
    };
    /** What a dead process leaves for its lease to end. It is not the rows that kill here: no reason to give up on them. */
    const expireLease = (): Promise<unknown> =>
      query(
        `UPDATE contact_imports SET due_at = now(), attempts = 0
         WHERE (workspace_id, id) IN (
           SELECT workspace_id, id FROM contact_imports WHERE workspace_id = $1 AND status = 'running'
           FOR UPDATE SKIP LOCKED
         )`,
      );
    const killing = async (): Promise<void> => {
      while (kills < KILLS && !over) {
        const next = start();
        await pause(random() * 700);
        await services.shift()!.stop('SIGKILL');
        kills++;
        await expireLease();
        services.push(await next);
      }
    };
    // A process that stands still for longer than its lease is overtaken, and then goes on: its fence must hold.
    const stalling = async (): Promise<void> => {
      while (kills < KILLS && !over) {
        await pause(500 + random() * 1_000);
        const { pid } = services[stalled++ % services.length]!;
        if (!signal(pid, 'SIGSTOP')) continue;
        // Not where it stands still with the import locked.
        await expireLease();
        await pause(700);
        signal(pid, 'SIGCONT');
      }
    };
    const ending = (loop: Promise<void>): Promise<void> => loop.finally(() => (over = true));
    const loops = await Promise.allSettled([ending(importing()), killing(), stalling()]);
    for (const loop of loops) if (loop.status === 'rejected') throw loop.reason;

    const stored = await query<{ externalId: string | null; name: string }>(
      'SELECT external_id AS "externalId", name FROM contacts WHERE workspace_id = $1',
    );
    const anonymous = stored.filter(({ externalId }) => externalId === null).map(({ name }) => name);
    expect(anonymous.sort()).toEqual(expected.anonymous.sort());
    const identified = stored.filter(({ externalId }) => externalId !== null);
    expect(identified).toHaveLength(expected.identified.size);
    for (const { externalId, name } of identified) expect(name).toBe(expected.identified.get(externalId!));

    await Promise.all(services.map((service) => service.stop()));
    services = [];
    await query('UPDATE contact_imports SET due_at = now() WHERE workspace_id = $1 AND due_at IS NOT NULL');
    await parley.drain();
    expect(await query('SELECT FROM contact_import_chunks WHERE workspace_id = $1')).toEqual([]);
    expect(await query('SELECT FROM contact_imports WHERE workspace_id = $1')).toHaveLength(imports);
    const list = await parley.call('GET', `/workspaces/${workspaceId}/contacts`, { token });
    expect(list.body.total).toBe(stored.length);
    process.stdout.write(
      `contact import kills: n=${kills}, stalls ${stalled}, seed ${SEED}, imports ${imports}, rows ${expected.rows}, ` +
        `contacts ${stored.length}, lost 0, twice 0\n`,
    );
  }, 3_600_000);
});

/** False where the process has ended meanwhile. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
