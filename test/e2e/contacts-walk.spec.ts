import { setTimeout as pause } from 'node:timers/promises';
import { anAccount } from '../factories/account';
import { type By, ContactDesk } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';

const CHANGES = Number(process.env['RUNS'] ?? 30);

/**
 * A fact that was true for a time: from the request that made it so until the answer of the request that changed it.
 */
interface Lasting<T> {
  value: T;
  from: number;
  to: number;
}

class History<T> {
  readonly times: Lasting<T>[] = [];

  async become(value: T | null, change: () => Promise<unknown>): Promise<void> {
    const current = this.times.at(-1);
    const next = { value, from: performance.now(), to: Infinity };
    if (value !== null) this.times.push(next as Lasting<T>);
    await change();
    if (current) current.to = performance.now();
  }

  between(from: number, to: number): Lasting<T>[] {
    return this.times.filter((time) => time.from <= to && time.to >= from);
  }
}

let parley: Parley;
let desk: ContactDesk;

beforeAll(async () => {
  parley = await startParley();
  desk = await ContactDesk.open(parley, await aCredential(parley, await anAccount(parley)));
});
afterAll(() => parley.stop());

describe('listContacts', () => {
  it('shows nothing hidden to a restricted member who walks while others change everything', async () => {
    const [mine, alsoMine, hidden] = [await desk.agent(), await desk.agent(), await desk.agent()] as const;
    const kinds = [[], [mine], [hidden], [mine, hidden], [alsoMine], [alsoMine, hidden], [hidden], [hidden]];
    const contacts = new Map<string, History<string[]>>();
    const reach = new History<string[]>();
    const member = await desk.restricted();
    const unrestricted = await anAccountThatSeesAll();
    const restrict = (agentIds: string[]): Promise<void> =>
      reach.become(agentIds, async () => {
        const path = `/workspaces/${desk.workspace.id}/members/${member.memberId}`;
        const body = { restrictedAgentIds: agentIds };
        expect((await parley.call('PATCH', path, { token: desk.owner.secret, body })).status).toBe(200);
      });
    const add = async (n: number): Promise<void> => {
      const history = new History<string[]>();
      const agentIds = kinds[n % kinds.length]!;
      // Found by the walk before its answer came, perhaps: kept by its name until then.
      contacts.set(`Contact ${n}`, history);
      await history.become(agentIds, () => desk.contact({ name: `Contact ${n}`, agentIds }));
    };
    await restrict([mine]);
    for (let n = 0; n < 40; n++) await add(n);

    let writing = true;
    const write = async (): Promise<void> => {
      for (let n = 40; n < 40 + CHANGES; n++) {
        await add(n);
        const { body } = await desk.list({ offset: (n * 7) % 30, limit: 1 });
        const { id, name } = body.contacts[0];
        const history = contacts.get(name as string)!;
        if (n % 3 === 0) await history.become(null, () => desk.remove(id as string));
        const agentIds = kinds[(n * 5) % kinds.length]!;
        if (n % 3 === 1) await history.become(agentIds, () => desk.update(id as string, { agentIds }));
        if (n % 12 === 0) await restrict([[mine], [mine, alsoMine], [], [alsoMine]][(n / 12) % 4]!);
        if (n % 20 === 0) await indexContacts(parley, desk.workspace);
      }
    };
    const shown = { rows: 0, walks: 0, ofOthers: 0 };
    const walk = async (by: By, check: (row: Row, from: number, to: number) => void): Promise<void> => {
      while (writing) {
        for (let offset = 0, total = 1; offset < total && writing; offset += 7) {
          const search = shown.walks % 2 === 0 ? '' : 'contact';
          const from = performance.now();
          const { body } = await desk.list({ offset, limit: 7, search }, by);
          const to = performance.now();
          total = body.total as number;
          for (const row of body.contacts as Row[]) check(row, from, to);
        }
        shown.walks += 1;
        await pause(1);
      }
    };
    const expectSeen = ({ name, agentIds }: Row, from: number, to: number): void => {
      shown.rows += 1;
      const possible = contacts
        .get(name)!
        .between(from, to)
        .flatMap((contact) => {
          const meanwhile = reach.between(Math.max(from, contact.from), Math.min(to, contact.to));
          return meanwhile
            .filter((one) => sees(one.value, contact.value))
            .map((one) => filtered(one.value, contact.value));
        });
      expect({ name, possible }).toEqual({ name, possible: expect.arrayContaining([agentIds]) });
      expect(agentIds).not.toContain(hidden);
    };
    await Promise.all([
      write().finally(() => (writing = false)),
      walk(member, expectSeen),
      walk(unrestricted, ({ agentIds }) => {
        if (agentIds.includes(hidden)) shown.ofOthers += 1;
      }),
    ]);
    console.log(`walks: n=${CHANGES} changes, ${JSON.stringify(shown)}`);
    expect(shown.rows).toBeGreaterThan(100);
    expect(shown.ofOthers).toBeGreaterThan(100);
  }, 240_000);
});

interface Row {
  name: string;
  agentIds: string[];
}

const sees = (reach: string[], agentIds: string[]): boolean =>
  agentIds.length === 0 || agentIds.some((id) => reach.includes(id));
const filtered = (reach: string[], agentIds: string[]): string[] => agentIds.filter((id) => reach.includes(id));

async function anAccountThatSeesAll(): Promise<By> {
  const person = await anAccount(parley);
  await aMember(parley, desk.workspace, person);
  return aCredential(parley, person);
}
