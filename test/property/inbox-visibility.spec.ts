import fc from 'fast-check';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { CONVERSATION_EVENTS } from '../../src/conversations/conversation-event.types';
import { EventLog } from '../../src/events/event-log.service';
import { type By, conversationIdsOf, ConversationDesk } from '../factories/conversation-fixtures';
import { EventStream } from '../support/event-stream';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? 20_260_115);

const WORDS = ['refund', 'Invoice', 'ÄRGER', '100%_'] as const;
const STATUSES = ['open', 'waiting', 'closed'] as const;

/** What a conversation is, by numbers of what there is. */
interface Shape {
  desk: number;
  agent: number;
  status: (typeof STATUSES)[number];
  handler: 'agent' | 'human';
  channel: 'widget' | 'email';
  word: (typeof WORDS)[number];
  assignee: number | null;
  labelled: boolean;
  minute: number;
}
type Query = Record<string, string | number>;

const shapes = fc.array(
  fc.record<Shape>({
    desk: fc.nat(1),
    agent: fc.nat(2),
    status: fc.constantFrom(...STATUSES),
    handler: fc.constantFrom('agent', 'human'),
    channel: fc.constantFrom('widget', 'email'),
    word: fc.constantFrom(...WORDS),
    assignee: fc.option(fc.nat(3)),
    labelled: fc.boolean(),
    minute: fc.nat(5),
  }),
  { minLength: 8, maxLength: 30 },
);

interface Wanted {
  sort: 'activity' | 'created';
  limit: number;
  status?: (typeof STATUSES)[number];
  assignee?: 'me' | 'unassigned' | number;
  agent?: number;
  channel?: 'widget' | 'email';
  handler?: 'agent' | 'human';
  labelled?: true;
  word?: (typeof WORDS)[number];
}

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });
const wanted: fc.Arbitrary<Wanted[]> = fc.array(
  fc.record({
    sort: fc.constantFrom('activity', 'created'),
    limit: fc.integer({ min: 1, max: 7 }),
    status: optional(fc.constantFrom(...STATUSES)),
    assignee: optional(fc.oneof(fc.constantFrom('me' as const, 'unassigned' as const), fc.nat(3))),
    agent: optional(fc.nat(2)),
    channel: optional(fc.constantFrom('widget', 'email')),
    handler: optional(fc.constantFrom('agent', 'human')),
    labelled: optional(fc.constant(true)),
    word: optional(fc.constantFrom(...WORDS)),
  }),
  { minLength: 4, maxLength: 6 },
);

/** A desk with three agents and a member for each kind of reach. */
class Place {
  private constructor(
    readonly desk: ConversationDesk,
    readonly agents: string[],
    readonly members: (By & { reach: string[] })[],
    readonly label: string,
  ) {}

  static async open(parley: Parley): Promise<Place> {
    const desk = await ConversationDesk.open(parley);
    const agents = [desk.agent.id, (await desk.anotherAgent()).id, (await desk.anotherAgent()).id];
    const restricted = async (reach: string[]): Promise<By & { reach: string[] }> => ({
      ...(await desk.member(reach)),
      reach,
    });
    const members = [
      { ...desk.owner, reach: agents },
      await restricted([agents[0]!]),
      await restricted(agents.slice(1)),
      await restricted([]),
    ];
    return new Place(desk, agents, members, await desk.label());
  }
}

/** For any data and query: each member gets exactly the result of the model. */
describe(`an inbox (SEED=${SEED}, RUNS=${RUNS})`, () => {
  let parley: Parley;
  let places: Place[];
  beforeAll(async () => {
    parley = await startParley();
    places = [await Place.open(parley), await Place.open(parley)];
  });
  afterAll(() => parley.stop());

  /** Makes them; the ids in the order of the shapes. */
  const make = async (all: readonly Shape[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const { desk: n, agent, word, assignee, labelled, minute, ...plain } of all) {
      const { desk, agents, members, label } = places[n]!;
      const [id] = await desk.insert([
        {
          ...plain,
          agentId: agents[agent]!,
          subject: `About ${word} of ${minute}`,
          assigneeMemberId: assignee === null ? undefined : members[assignee]!.memberId,
          lastMessageAt: `2026-01-15T09:0${minute}:00.000Z`,
        },
      ]);
      ids.push(id!);
      if (labelled) await desk.post(id!, `labels/${label}`);
    }
    return ids;
  };
  const cleared = (): Promise<unknown> => parley.database.query('DELETE FROM conversations');

  const queryOf = (
    { assignee, agent, labelled, word, ...plain }: Wanted,
    { agents, members, label }: Place,
  ): Query => ({
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as Query),
    ...(assignee !== undefined && { assignee: typeof assignee === 'number' ? members[assignee]!.memberId : assignee }),
    ...(agent !== undefined && { agentId: agents[agent]! }),
    ...(labelled && { label }),
    ...(word !== undefined && { search: word.toLowerCase() }),
  });

  const isWanted = (one: Shape, want: Wanted, caller: number): boolean =>
    (want.status ?? one.status) === one.status &&
    (want.channel ?? one.channel) === one.channel &&
    (want.handler ?? one.handler) === one.handler &&
    (want.agent ?? one.agent) === one.agent &&
    (want.word ?? one.word) === one.word &&
    (!want.labelled || one.labelled) &&
    (want.assignee === undefined ||
      one.assignee === (want.assignee === 'me' ? caller : want.assignee === 'unassigned' ? null : want.assignee));

  it('lists, filters, searches and pages what a member sees, in its order, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, wanted, async (all, wishes) => {
        await cleared();
        const ids = await make(all);
        for (const [n, place] of places.entries()) {
          for (const [caller, member] of place.members.entries()) {
            const visible = all.flatMap((one, index) =>
              one.desk === n && member.reach.includes(place.agents[one.agent]!) ? [{ ...one, id: ids[index]! }] : [],
            );
            for (const want of wishes) {
              const key = ({ id, minute }: { id: string; minute: number }): string =>
                want.sort === 'created' ? id : `${minute} ${id}`;
              const expected = visible
                .filter((one) => isWanted(one, want, caller))
                .sort((a, b) => (key(a) < key(b) ? 1 : -1))
                .map(({ id }) => id);
              const query = queryOf(want, place);
              const seen: string[] = [];
              for (let cursor: string | null | undefined; cursor !== null;) {
                const page = await place.desk.list({ ...query, ...(cursor ? { cursor } : {}) }, member);
                seen.push(...conversationIdsOf(page));
                cursor = page.body.nextCursor;
              }
              expect([query, seen]).toEqual([query, expected]);
            }
          }
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('tells each member of exactly what they see, live and again later, and opens nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (all) => {
        await cleared();
        const watchers = await Promise.all(
          places.flatMap(({ desk, members }, n) =>
            members.map(async (member) => ({
              n,
              member,
              live: await EventStream.open(parley, desk.workspace, member),
            })),
          ),
        );
        for (const { live } of watchers) await live.until(({ event }) => event === 'stream.opened');
        const ids = await make(all);
        const happenings = all.map(({ desk, agent }, index) => ({
          ...{ workspaceId: places[desk]!.desk.workspace.id, agentId: places[desk]!.agents[agent]! },
          ...{ conversationId: ids[index]!, subjectId: ids[index]! },
          data: { channel: 'widget', status: 'open', handler: 'agent' } as const,
        }));
        for (const one of happenings) {
          await parley.get(UnitOfWork).run(async () => {
            parley.get(EventLog).append(CONVERSATION_EVENTS['conversation.created'], one);
          });
        }
        for (const { n, member, live } of watchers) {
          const place = places[n]!;
          const sees = (one: Shape): boolean => one.desk === n && member.reach.includes(place.agents[one.agent]!);
          const expected = ids.filter((_id, index) => sees(all[index]!));
          const idsOf = ({ received: events }: EventStream): string[] =>
            events
              .filter(({ event }) => event === 'conversation.created')
              .map(({ data }) => data.conversationId as string);
          const again = await EventStream.open(parley, place.desk.workspace, member, { after: live.received[0]!.id });
          for (const stream of [live, again]) {
            await stream.until(() => idsOf(stream).length >= expected.length);
            expect(idsOf(stream)).toEqual(expected);
            stream.leave();
          }
          for (const [index, id] of ids.slice(0, 6).entries()) {
            const status = sees(all[index]!) ? 200 : 404;
            expect((await place.desk.get(id, member)).status).toBe(status);
            expect((await place.desk.messages(id, {}, member)).status).toBe(status);
          }
        }
      }),
      { numRuns: Math.ceil(RUNS / 2), seed: SEED },
    );
  });

  it('lists by creation what is there all along exactly once, while others write', async () => {
    await cleared();
    const { desk } = places[0]!;
    const before = await desk.insert(Array.from({ length: 40 }, () => ({})));
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let n = 0; writing; n = (n + 7) % before.length) {
          await desk.insert([{}]);
          // One at a time, as writers do: several in any order would wait for each other for ever.
          await parley.database.query(
            'UPDATE conversations SET last_message_at = now() WHERE workspace_id = $1 AND id = $2',
            [desk.workspace.id, before[n]],
          );
        }
      }),
    );
    for (let walk = 0; walk < 3; walk += 1) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await desk.list({ sort: 'created', limit: 7, ...(cursor ? { cursor } : {}) });
        seen.push(...conversationIdsOf(page));
        cursor = page.body.nextCursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter((id) => !seen.includes(id))).toEqual([]);
    }
    writing = false;
    await writers;
  });
});
