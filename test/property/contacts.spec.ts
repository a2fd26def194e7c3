import fc from 'fast-check';
import { newId } from '../../src/common/database/uuid';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';
import { Model, type ModelContact, type Outcome, type Reach, type Wish } from './contacts-model';

const RUNS = Number(process.env['RUNS'] ?? 12);
/** The same stories every time, so that a red run is about the change; another seed explores. */
const seed = Number(process.env['SEED'] ?? 20_260_115);
const AGENTS = 3;
/** The first is the owner. */
const PEOPLE = 4;

type Step =
  | { kind: 'create'; by: number; wish: Wish }
  | { kind: 'update'; by: number; target: number; wish: Wish }
  | { kind: 'remove'; by: number; target: number }
  | { kind: 'restrict'; member: number; agents: readonly number[] | null }
  | { kind: 'index' };

interface Story {
  restrictions: readonly (readonly number[] | null)[];
  steps: readonly Step[];
  searches: readonly string[];
  limit: number;
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', 'É', '💥', '%', ' b'), minLength: 1, maxLength: 6 });
const word = text.map((one) => one.trim());
const agents = fc.subarray([0, 1, 2]);
/** Mostly agents of the workspace. */
const wantedAgents = fc.oneof({ weight: 8, arbitrary: agents }, { weight: 1, arbitrary: fc.constant([0, AGENTS]) });
const absent = { nil: undefined, freq: 3 };
const field = fc.option(fc.option(word, { freq: 5 }), absent);
const wish: fc.Arbitrary<Wish> = fc.record({
  name: fc.option(fc.option(word, { freq: 8 }), { ...absent, freq: 8 }),
  company: field,
  externalId: fc.option(fc.option(fc.constantFrom('x-a', 'x-b', 'Ab'), { freq: 3 }), { ...absent, freq: 1 }),
  agents: fc.option(wantedAgents, absent),
});
const by = fc.nat(PEOPLE - 1);
const target = fc.nat(20);
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: kind('create'), by, wish }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('update'), by, target, wish }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('remove'), by, target }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('restrict'),
      member: fc.integer({ min: 1, max: PEOPLE - 1 }),
      agents: fc.option(agents, { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('index') }) },
);
const story: fc.Arbitrary<Story> = fc.record({
  restrictions: fc.array(fc.option(agents, { freq: 5 }), { minLength: PEOPLE - 1, maxLength: PEOPLE - 1 }),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  searches: fc.array(word, { minLength: PEOPLE, maxLength: PEOPLE }),
  limit: fc.integer({ min: 1, max: 4 }),
});

let parley: Parley;
let people: { accountId: string; token: string }[];
let template: string;

beforeAll(async () => {
  parley = await startParley();
  people = [];
  for (let n = 0; n < PEOPLE; n++) {
    const account = await anAccount(parley);
    people.push({ accountId: account.id, token: (await aCredential(parley, account)).secret });
  }
  const owner = { secret: people[0]!.token };
  template = (await anAgent(parley, await aWorkspace(parley, owner), owner)).id;
});
afterAll(() => parley.stop());

const requests = { sent: 0 };

/** The story of one workspace: each step is sent over HTTP and applied to the model. */
class Teller {
  private readonly workspaceId = newId();
  private readonly agentIds = Array.from({ length: AGENTS }, newId);
  private readonly reaches: Reach[];
  private readonly model = new Model(this.agentIds);
  /** Also of contacts that are gone. */
  private readonly everMade: string[] = [];

  private constructor(private readonly story: Story) {
    this.reaches = [null, ...story.restrictions.map((one) => this.reach(one))];
  }

  static async begin(story: Story): Promise<Teller> {
    const teller = new Teller(story);
    const { workspaceId, agentIds, reaches } = teller;
    await parley.database.query(
      'INSERT INTO workspaces (id, owner_account_id, name, name_key) VALUES ($1, $2, $3, $3)',
      [workspaceId, people[0]!.accountId, workspaceId],
    );
    await parley.database.query(
      `INSERT INTO agents SELECT (jsonb_populate_record(a, jsonb_build_object('workspace_id', $1::uuid, 'id', new))).*
       FROM agents a, unnest($2::uuid[]) new WHERE a.id = $3`,
      [workspaceId, agentIds, template],
    );
    for (const [n, { accountId }] of people.entries()) {
      await parley.database.query(
        `INSERT INTO members (id, workspace_id, account_id, role, restricted_agent_ids) VALUES ($1, $2, $3, $4, $5)`,
        [newId(), workspaceId, accountId, n === 0 ? 'owner' : 'member', reaches[n]],
      );
    }
    return teller;
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'create':
        return this.create(step);
      case 'update': {
        const { agents: _agents, ...fields } = step.wish;
        const change = { ...defined(fields), ...this.wantedAgents(step.wish) };
        const id = this.pick(step.target);
        const expected = this.model.update(this.reaches[step.by]!, id, change);
        return this.expectAnswer(step, expected, await this.call(step.by, 'PATCH', `/${id}`, change));
      }
      case 'remove': {
        const id = this.pick(step.target);
        const expected = this.model.remove(this.reaches[step.by]!, id);
        return this.expectAnswer(step, expected, await this.call(step.by, 'DELETE', `/${id}`));
      }
      case 'restrict':
        this.reaches[step.member] = this.reach(step.agents);
        await parley.database.query(
          'UPDATE members SET restricted_agent_ids = $3 WHERE workspace_id = $1 AND account_id = $2',
          [this.workspaceId, people[step.member]!.accountId, this.reaches[step.member]],
        );
        return;
      case 'index':
        return indexContacts(parley, { id: this.workspaceId });
    }
  }

  /** Every page, total, search and profile, as all members see them. */
  async check(): Promise<void> {
    await Promise.all(
      people.map(async (_person, by) => {
        await this.checkList(by, '');
        await this.checkList(by, this.story.searches[by]!);
        const visible = new Map(this.model.visible(this.reaches[by]!).map((one) => [one.id, one]));
        for (const id of this.everMade) {
          const { status, body } = await this.call(by, 'GET', `/${id}`);
          const expected = visible.get(id);
          expect({ by, id, status, contact: expected && shown(body.contact) }).toEqual({
            by,
            id,
            status: expected ? 200 : 404,
            contact: expected,
          });
        }
      }),
    );
  }

  private async checkList(by: number, search: string): Promise<void> {
    const { limit } = this.story;
    const expected = this.model.visible(this.reaches[by]!, search);
    for (let offset = 0; offset === 0 || offset < expected.length + limit; offset += limit) {
      const query = new URLSearchParams({ limit: `${limit}`, offset: `${offset}`, search });
      const { body } = await this.call(by, 'GET', `?${query.toString()}`);
      expect({ by, search, offset, total: body.total, page: body.contacts.map(shown) }).toEqual({
        by,
        search,
        offset,
        total: expected.length,
        page: expected.slice(offset, offset + limit),
      });
    }
  }

  private async create(step: Step & { kind: 'create' }): Promise<void> {
    const { name = null, company = null, externalId = null } = step.wish;
    const wanted = { name, company, externalId, agentIds: [], ...this.wantedAgents(step.wish) };
    const expected = this.model.create(this.reaches[step.by]!, wanted);
    const reply = await this.call(step.by, 'POST', '', wanted);
    this.expectAnswer(step, expected, reply);
    if (reply.status !== 201) return;
    this.everMade.push(reply.body.id as string);
    this.model.contacts.push({ id: reply.body.id as string, ...wanted });
  }

  private expectAnswer(
    step: Step,
    expected: Outcome,
    { status, body }: { status: number; body: { code?: string } },
  ): void {
    expect({ step, status, code: body.code ?? null }).toEqual({ step, ...expected });
  }

  private call(by: number, method: string, path: string, body?: object) {
    requests.sent += 1;
    const url = `/workspaces/${this.workspaceId}/contacts${path}`;
    return parley.call(method, url, { token: people[by]!.token, ...(body && { body }) });
  }

  private reach(numbers: readonly number[] | null): Reach {
    return numbers === null ? null : numbers.map((n) => this.agentIds[n]!);
  }

  private wantedAgents({ agents: numbers }: Wish): { agentIds?: string[] } {
    return numbers ? { agentIds: numbers.map((n) => this.agentIds[n] ?? '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f') } : {};
  }

  private pick(number: number): string {
    return this.everMade[number % (this.everMade.length || 1)] ?? newId();
  }
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

function shown({ id, name, company, externalId, agentIds }: ModelContact): ModelContact {
  return { id, name, company, externalId, agentIds };
}

describe('contacts', () => {
  it('are shown, found and changed as in the model, for all members', async () => {
    const started = Date.now();
    await fc.assert(
      fc.asyncProperty(story, async (one) => {
        const teller = await Teller.begin(one);
        for (const [n, step] of one.steps.entries()) {
          await teller.take(step);
          if (n === 4) await teller.check();
        }
        await teller.check();
      }),
      { numRuns: RUNS, seed, endOnFailure: false },
    );
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `contacts against their model: n=${RUNS} stories, SEED=${seed}, ${requests.sent} requests, ${seconds} s`,
    );
  }, 3_000_000);
});
