import fc from 'fast-check';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aConversation, type TestConversation } from '../factories/conversation';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? 20_261_122);

/** `first` sees one of two agents of the source; `guest` is a member of the destination that sees no agent. */
const PEOPLE = ['member', 'first', 'both', 'other', 'guest'] as const;
type Person = (typeof PEOPLE)[number];

/** Two conversations of the source; labels 0 and 1 are the source's, 2 and 3 the destination's. */
type Step =
  | { kind: 'label'; who: Person; linked: boolean; conversation: number; label: number; remove: boolean }
  | { kind: 'link'; who: Person; conversation: number; remove: boolean }
  | { kind: 'read'; who: Person; conversation: number }
  | { kind: 'list'; who: Person };

const who = fc.constantFrom(...PEOPLE);
const conversation = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('label' as const),
      who,
      linked: fc.boolean(),
      conversation,
      label: fc.nat(3),
      remove: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('link' as const), who, conversation, remove: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), who, conversation }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('list' as const), who }) },
);

/** What there should be. */
class Model {
  private readonly labels = [new Set<number>(), new Set<number>()];
  private readonly linked = [false, false];

  /** A status, and after a success what is shown. */
  expected(one: Step): [number, unknown?] {
    switch (one.kind) {
      case 'label':
        return this.label(one);
      case 'link':
        return this.link(one);
      case 'read':
        return sees(one.who, one.conversation) ? [200, this.shown(one.conversation, [0, 1])] : [404];
      case 'list':
        return this.list(one.who);
    }
  }

  private label({
    who: person,
    linked,
    conversation: index,
    label,
    remove,
  }: Step & { kind: 'label' }): [number, unknown?] {
    const own = linked ? [2, 3] : [0, 1];
    const visible = linked ? isFullThere(person) && this.linked[index] === true : sees(person, index);
    const labels = this.labels[index]!;
    if (!visible || !own.includes(label)) return [404];
    if (remove) return labels.delete(label) ? [200] : [404];
    const added = !labels.has(label);
    labels.add(label);
    return [200, { added, labels: this.shown(index, own) }];
  }

  private link({ who: person, conversation: index, remove }: Step & { kind: 'link' }): [number] {
    if (!sees(person, index) || (remove && !this.linked[index])) return [404];
    if (!remove && !isFullThere(person)) return [400];
    this.linked[index] = !remove;
    if (remove) for (const label of [2, 3]) this.labels[index]!.delete(label);
    return [remove ? 200 : 201];
  }

  private list(person: Person): [number, unknown?] {
    if (person === 'member' || person === 'first') return [404];
    const shown = [1, 0].filter((index) => this.linked[index]).map((index) => [index, this.shown(index, [2, 3])]);
    return [200, isFullThere(person) ? shown : []];
  }

  private shown(index: number, own: readonly number[]): number[] {
    return own.filter((label) => this.labels[index]!.has(label));
  }
}

function sees(person: Person, index: number): boolean {
  return person === 'member' || person === 'both' || (person === 'first' && index === 0);
}

function isFullThere(person: Person): boolean {
  return person === 'both' || person === 'other';
}

/** Who sees which labels of which conversations, step by step against a model in memory. */
describe(`labels and links (SEED=${SEED}, RUNS=${RUNS})`, () => {
  let parley: Parley;
  let source: string;
  let destination: string;
  let agents: { id: string; workspaceId: string }[];
  let labels: string[];
  let tokens: Record<Person, string>;

  beforeAll(async () => {
    parley = await startParley();
    const owner = await aCredential(parley, await anAccount(parley));
    const [here, there] = [await aWorkspace(parley, owner), await aWorkspace(parley, owner)];
    [source, destination] = [here.id, there.id];
    agents = [await anAgent(parley, here, owner), await anAgent(parley, here, owner)];
    labels = [];
    for (const [index, { id }] of [here, here, there, there].entries()) {
      const body = { name: `label ${index}` };
      labels.push(
        (await parley.call('POST', `/workspaces/${id}/labels`, { token: owner.secret, body })).body.id as string,
      );
    }
    const person = async (places: [{ id: string }, string[] | null][]): Promise<string> => {
      const account = await anAccount(parley);
      for (const [place, restrictedAgentIds] of places) await aMember(parley, place, account, { restrictedAgentIds });
      return (await aCredential(parley, account)).secret;
    };
    tokens = {
      member: await person([[here, null]]),
      first: await person([[here, [agents[0]!.id]]]),
      both: await person([
        [here, null],
        [there, null],
      ]),
      other: await person([[there, null]]),
      guest: await person([[there, []]]),
    };
  });
  afterAll(() => parley.stop());

  it('are seen by whom they should be', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
        const conversations = [await aConversation(parley, agents[0]!), await aConversation(parley, agents[1]!)];
        const model = new Model();
        for (const one of steps) {
          const [status, shown] = model.expected(one);
          const reply = await send(one, conversations);
          expect([one, reply.status]).toEqual([one, status]);
          if (shown !== undefined) expect([one, shownIn(one, reply, conversations)]).toEqual([one, shown]);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  function send(one: Step, conversations: readonly TestConversation[]): Promise<Reply> {
    const id = 'conversation' in one ? conversations[one.conversation]!.id : '';
    const inbox = `/workspaces/${source}/inbox/${id}`;
    const linked = `/workspaces/${destination}/linked-conversations`;
    const call = (method: string, path: string, body?: object): Promise<Reply> =>
      parley.call(method, path, { token: tokens[one.who], ...(body && { body }) });
    switch (one.kind) {
      case 'label': {
        const path = `${one.linked ? `${linked}/${id}` : inbox}/labels/${labels[one.label]}`;
        return call(one.remove ? 'DELETE' : 'POST', path);
      }
      case 'link':
        return one.remove
          ? call('DELETE', `${inbox}/links/${destination}`)
          : call('POST', `${inbox}/links`, { destinationWorkspaceId: destination });
      case 'read':
        return call('GET', inbox);
      case 'list':
        return call('GET', linked);
    }
  }

  /** The same as the model shows it. Conversations of earlier runs are not looked at. */
  function shownIn(one: Step, { body }: Reply, conversations: readonly TestConversation[]): unknown {
    const indices = (shown: { id: string }[]): number[] => shown.map(({ id }) => labels.indexOf(id));
    if (one.kind === 'label') return { added: body.added as boolean, labels: indices(body.labels as { id: string }[]) };
    if (one.kind === 'read') return indices(body.labels as { id: string }[]);
    const listed = body.conversations as { conversationId: string; labels: { id: string }[] }[];
    return listed.flatMap(({ conversationId, labels: its }) => {
      const index = conversations.findIndex(({ id }) => id === conversationId);
      return index < 0 ? [] : [[index, indices(its)]];
    });
  }
});
