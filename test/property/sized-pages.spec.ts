import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { PAGE_BYTES } from '../../src/common/database/sized-page';
import { newId } from '../../src/common/database/uuid';
import { EventLog } from '../../src/events/event-log.service';
import { SettledEventsRepository } from '../../src/inbox/events/settled-events.repository';
import type { EventPosition } from '../../src/common/event-types/event-position';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 20_261_122);

/** A note has at most 25,000 characters; some bytes fill a page alone, or come to its bound exactly. */
const items = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('note' as const), bytes: fc.constantFrom(1, 100_000) }),
    fc.record({
      kind: fc.constant('message' as const),
      bytes: fc.constantFrom(1, 200_000, 800_000, PAGE_BYTES / 2, PAGE_BYTES),
    }),
  ),
  { minLength: 1, maxLength: 25 },
);
const limits = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

/** Their ids, oldest first; each with its event. */
async function conversationOf(
  desk: ConversationDesk,
  entries: { kind: 'note' | 'message'; bytes: number }[],
): Promise<{ id: string; ids: string[] }> {
  const [id] = (await desk.insert([{}])) as [string];
  const ids = entries.map(() => newId());
  const rows = JSON.stringify(entries.map((one, n) => ({ ...one, id: ids[n] })));
  const parameters = [desk.workspace.id, id, desk.agent.id, desk.owner.memberId, rows];
  await parley.database.query(
    `WITH item AS (
       SELECT row_number() OVER () AS n, i.* FROM json_to_recordset($5) AS i (id uuid, kind text, bytes int)
     ), said AS (
       INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       SELECT $1, $2, id, 'customer', 'email', repeat('x', bytes) FROM item WHERE kind = 'message'
     ), noted AS (
       INSERT INTO inbox_notes (workspace_id, conversation_id, id, author_member_id, content)
       SELECT $1, $2, id, $4::uuid, repeat('🙂', greatest(1, bytes / 4)) FROM item WHERE kind = 'note'
     )
     INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id)
     SELECT $1, $3::uuid, $2, kind || '.created', id FROM item ORDER BY n`,
    parameters,
  );
  return { id, ids };
}

/** What a page has before its last item: that one may be as long as it likes. */
const bytesBeforeLast = (contents: readonly string[]): number =>
  contents.slice(0, -1).reduce((sum, content) => sum + Buffer.byteLength(content), 0);

interface Item {
  id: string;
  content: string;
}

it('lists each message and note once, in order, in pages that are neither longer nor shorter than they have to be', async () => {
  const desk = await ConversationDesk.open(parley);
  const walk = fc.asyncProperty(items, limits, async (entries, wanted) => {
    const { id, ids } = await conversationOf(desk, entries);
    const seen: string[] = [];
    let next: Item | undefined;
    for (let page = 0, cursor: string | null = ''; cursor !== null; page++) {
      const limit = wanted[page % wanted.length]!;
      const { body } = await desk.messages(id, { limit, ...(cursor ? { cursor } : {}) });
      const { messages, nextCursor } = body as { messages: Item[]; nextCursor: string | null };
      const contents = messages.map(({ content }) => content);
      expect(messages.length).toBeGreaterThan(0);
      expect(bytesBeforeLast(contents)).toBeLessThan(PAGE_BYTES);
      if (nextCursor !== null && messages.length < limit) {
        expect(bytesBeforeLast([...contents, ''])).toBeGreaterThanOrEqual(PAGE_BYTES);
      }
      seen.push(...messages.map((item) => item.id));
      next = messages.at(-1);
      cursor = nextCursor;
      if (cursor !== null) expect(cursor).toBe(next?.id);
    }
    expect(seen).toEqual([...ids].reverse());
  });
  await fc.assert(walk, { numRuns: RUNS, seed: SEED });
});

it('reads each event once, in order, in batches that end when their messages are long', async () => {
  const events = parley.get(SettledEventsRepository);
  const read = fc.asyncProperty(items, limits, async (entries, wanted) => {
    // What other suites have under way on the same server holds the horizon back: it may lie before an earlier
    // story's events, so each story has a workspace of its own.
    const desk = await ConversationDesk.open(parley);
    const from = await parley.get(EventLog).latest();
    const { ids } = await conversationOf(desk, entries);
    const seen: (string | null)[] = [];
    for (let batch = 0, past: EventPosition | null = from; past !== null; batch++) {
      const most = wanted[batch % wanted.length]!;
      const settled = await events.listSettled([desk.workspace.id], { past, before: null, most });
      const sent = settled.events.map(({ data }) => JSON.parse(data) as { messageId: string; message: Item | null });
      const contents = sent.map(({ message }) => message?.content ?? '');
      expect(sent.length).toBeLessThanOrEqual(most);
      expect(bytesBeforeLast(contents)).toBeLessThan(PAGE_BYTES);
      if (settled.next && sent.length < most) {
        expect(bytesBeforeLast([...contents, ''])).toBeGreaterThanOrEqual(PAGE_BYTES);
      }
      seen.push(...sent.map(({ messageId }) => messageId));
      // Held back likewise is what counts as settled.
      if (!settled.next && seen.length < ids.length) await pause(20);
      past = settled.next ?? (seen.length < ids.length ? past : null);
    }
    expect(seen).toEqual(ids);
  });
  await fc.assert(read, { numRuns: RUNS, seed: SEED });
});
