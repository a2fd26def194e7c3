import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fateOf, handOver, MAIL_SETTINGS } from '../factories/mail';
import { MailDesk } from '../factories/mail-desk';
import { type Parley, startParley } from '../support/parley';

/** A folder of other mails to try it with. */
const FOLDER = process.env['MAILS'] ?? join(__dirname, '../fixtures/mails');
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

const mails = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) }));

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const place = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return items
    .map((item, index) => ({ item, at: place(index) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ item }) => item);
}

/** What became of each mail, and of how many messages that was, in an order of its own. */
async function endState(parley: Parley, seed: number): Promise<{ fates: Record<string, string>; messages: number }> {
  const desk = await MailDesk.of(parley);
  const ids = new Map<string, Set<string>>();
  for (const [at, { name, bytes }] of shuffled([...mails, ...mails], seed).entries()) {
    const { status, body } = await handOver(parley, bytes, { recipient: desk.intake });
    expect([name, status]).toEqual([name, 202]);
    ids.set(name, new Set([...(ids.get(name) ?? []), body.inboundMailId]));
    if (at % 7 === seed % 7) await parley.drain();
  }
  await parley.drain();
  const fates: Record<string, string> = {};
  for (const { name } of mails) {
    const [id, ...more] = ids.get(name)!;
    expect([name, more]).toEqual([name, []]);
    const { outcome, reason } = await fateOf(parley, id!);
    fates[name] = reason === null ? outcome : `${outcome} ${reason}`;
  }
  const [counted] = await parley.database.query<{ count: number }[]>(
    'SELECT count(*)::int FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.agent_id = $1',
    [desk.agent.id],
  );
  return { fates, messages: counted!.count };
}

it(`${mails.length} mails, each twice and in any order, end in the same state`, async () => {
  const parley = await startParley({ settings: MAIL_SETTINGS });
  try {
    const first = await endState(parley, SEED);
    expect(await endState(parley, SEED + 1)).toEqual(first);
    expect(Object.values(first.fates).filter((fate) => fate.startsWith('received'))).toEqual([]);
    const counts: Record<string, number> = {};
    for (const fate of Object.values(first.fates)) counts[fate] = (counts[fate] ?? 0) + 1;
    console.log(`seed ${SEED}, ${mails.length} mails twice: ${JSON.stringify(counts)}, ${first.messages} messages`);
  } finally {
    await parley.stop();
  }
});
