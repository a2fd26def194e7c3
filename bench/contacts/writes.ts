import type { Client } from 'pg';
import { searchText } from '../../src/contacts/search-text';
import type { CaseFigures } from '../support/report';
import { BareWrites } from './bare/bare-writes';
import type { Caller } from './caller';
import type { Sides } from './comparison';
import { type ContactRow, contactRow } from './contact-row';
import { figure } from '../support/figure';
import { interleaved } from '../support/interleaved';
import type { Places } from './load/workspaces';
import { ServiceContacts } from './service-contacts';

/** Contacts that are read and updated in turn. */
const SUBJECTS = 100;

/** Creates, reads and updates. Both sides do the same to the same contacts, so that their lists stay equal. */
export async function writes(sides: Sides, client: Client, { big }: Places): Promise<CaseFigures[]> {
  const figures: CaseFigures[] = [];
  let number = 20_000_000;
  for (const caller of [big.owner, big.restricted]) {
    const own = new ServiceContacts(sides.service, caller);
    const bare = new BareWrites(sides.bare, caller);
    const subjects = await subjectsOf(client, caller);
    const compare = async (
      name: string,
      service: (turn: number) => Promise<unknown>,
      peer: (turn: number) => Promise<unknown>,
    ): Promise<void> => {
      const turns = [0, 0];
      const [of, to] = await interleaved([
        { name: 'Parley', run: () => service(turns[0]!++) },
        { name: 'bare SQL', run: () => peer(turns[1]!++) },
      ]);
      figures.push(figure(`${name}, ${caller.name}`, of!, to!, { goal: null }));
    };
    const agentId = (caller.agentIds ?? big.agentIds)[0]!;
    const first = number;
    number += 1_000;
    const created = (turn: number): ContactRow => ({ ...contactRow(first + turn, []), agentIds: [agentId] });
    await compare(
      'create',
      (turn) => own.create(created(turn)),
      (turn) => bare.create(created(turn)),
    );
    const at = (turn: number): Subject => subjects[turn % subjects.length]!;
    await compare(
      'read',
      (turn) => own.read(at(turn).id),
      (turn) => bare.read(at(turn).bareId),
    );
    const renamed = (turn: number): Subject['row'] => ({ ...at(turn).row, company: `Company ${turn}` });
    await compare(
      'update',
      (turn) => own.update(at(turn).id, { company: `Company ${turn}` }),
      (turn) => bare.update(at(turn).bareId, `Company ${turn}`, searchText(renamed(turn))),
    );
    own.close();
  }
  return figures;
}

interface Subject {
  id: string;
  bareId: string;
  row: Pick<ContactRow, 'name' | 'email' | 'phone' | 'externalId' | 'company'>;
}

/** Contacts that the caller may change, from all over the table. */
async function subjectsOf(client: Client, { workspaceId, agentIds }: Caller): Promise<Subject[]> {
  const { rows } = await client.query<Subject & Subject['row']>(
    `SELECT c.id, b.id AS "bareId", c.name, c.email, c.phone, c.external_id AS "externalId", c.company
     FROM contacts c JOIN bare.contacts b USING (workspace_id, external_id)
     WHERE c.workspace_id = $1 AND ($2::uuid[] IS NULL OR c.agent_ids <@ $2 AND c.agent_ids <> '{}')
     ORDER BY md5(c.external_id) LIMIT ${SUBJECTS}`,
    [workspaceId, agentIds],
  );
  return rows.map(({ id, bareId, ...row }) => ({ id, bareId, row }));
}
