import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aMail, fateOf, handOver, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

/** Folders of other mails and replies to try it with. */
const FOLDER = process.env['MAILS'] ?? join(__dirname, '../fixtures/mails');
const REPLIES = process.env['REPLIES'] ?? join(__dirname, '../fixtures/replies');
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
    // An answer that comes before what it answers begins a conversation of its own.
    const outcomeNow = outcome === 'threaded' ? 'opened' : outcome;
    fates[name] = reason === null ? outcomeNow : `${outcomeNow} ${reason}`;
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

const replies = readdirSync(join(REPLIES, 'emails'));

/** As people read them. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

it(`of ${replies.length} replies, no line of an answer stands behind where the quote begins`, async () => {
  const parley = await startParley({ settings: MAIL_SETTINGS });
  try {
    const desk = await MailDesk.of(parley);
    let quotes = 0;
    for (const name of replies) {
      const text = readFileSync(join(REPLIES, 'emails', name), 'utf8');
      const answer = linesOf(readFileSync(join(REPLIES, 'trimmed', name), 'utf8'));
      const { messageId } = await takeIn(parley, aMail({ text }), { recipient: desk.intake });
      const [message] = await parley.database.query<{ content: string; quotedFrom: number | null }[]>(
        'SELECT content, quoted_from AS "quotedFrom" FROM messages WHERE id = $1',
        [messageId],
      );
      const { content, quotedFrom } = message!;
      if (quotedFrom !== null) quotes += 1;
      const ownLines = linesOf(content.slice(0, quotedFrom ?? undefined));
      expect([name, answer.filter((line) => !ownLines.includes(line))]).toEqual([name, []]);
    }
    console.log(`${replies.length} replies: ${quotes} with a quote, 0 lines of an answer in one`);
    expect(quotes).toBeGreaterThan(replies.length / 4);
  } finally {
    await parley.stop();
  }
});
