import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../../agents/agents.service';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { DomainError } from '../../../common/errors/domain-error';
import { ClaimLost } from '../../../common/jobs/lease';
import { CooperativeYield } from '../../../common/jobs/cooperative-yield';
import { MembersService } from '../../../workspaces/members/members.service';
import { ContactErasuresService } from '../../contact-erasures.service';
import type { CreateContactInput } from '../../contact-input.dto';
import type { Finding } from '../contact-import.types';
import { ImportFailure, PeopleErased } from '../contact-imports.errors';
import type { ContactRow } from '../rows/row-reader';
import { findingOf } from '../rows/row-rules';
import { BatchContacts } from './batch-contacts';
import { type Identities, BulkContactsRepository, type Refusal } from './bulk-contacts.repository';
import { type ImportClaim, ImportJobsRepository } from './import-jobs.repository';

/** How long rows are merged before other requests get their turn, in milliseconds. */
const SLICE_MS = 1;

/** Writes a batch of rows: contacts, report and progress in one transaction. */
@Injectable()
export class BatchWriter {
  constructor(
    private readonly contacts: BulkContactsRepository,
    private readonly members: MembersService,
    private readonly agents: AgentsService,
    private readonly jobs: ImportJobsRepository,
    private readonly erased: ContactErasuresService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Returns how many rows, from the first, were processed: at least one. Reads the member's permissions now, as for any
   * request. Does not bring back people who were erased since the upload began.
   *
   * @throws ImportFailure if the member has left, ClaimLost if another worker has the import
   */
  async apply(claim: ImportClaim, rows: readonly ContactRow[]): Promise<number> {
    try {
      return await this.take(claim, rows);
    } catch (error) {
      if (!(error instanceof PeopleErased)) throw error;
      // The batch goes on, with these rows refused.
      const left = rows.map((row) => (error.rows.has(row.row) ? { ...row, outcome: { finding: ERASED } } : row));
      return this.apply(claim, left);
    }
  }

  private take(claim: ImportClaim, rows: readonly ContactRow[]): Promise<number> {
    return this.work.run(async () => {
      const scope = await this.members.scopeOf(claim.workspaceId, claim.memberId);
      if (!scope)
        throw new ImportFailure('membership_ended', 'The member who started the import has left the workspace.');
      const inputs = rows.flatMap(({ outcome }) => ('input' in outcome ? [outcome.input] : []));
      const agents = await this.agents.known(scope, agentsOf(inputs));
      const contacts = new BatchContacts(scope, agents, await this.contacts.lockMatching(scope, identitiesOf(inputs)));
      const { counts, refusals, last } = await merge(contacts, rows);
      const refused = refusals.filter(({ scope }) => scope === 'row').length;
      await this.contacts.update(claim.workspaceId, contacts.updated);
      await this.contacts.insert(claim.workspaceId, contacts.created);
      await this.ensureNobodyErased(claim, rows.slice(0, last + 1));
      const { end: bytesDone, row: lastRow } = rows[last]!;
      const refusedValues = refusals.length - refused;
      const result = { ...counts, refused, refusedValues, bytesDone, lastRow };
      if (!(await this.jobs.advance(claim, result))) throw new ClaimLost();
      // Last, because another worker that took over may already have written the report of these rows.
      await this.contacts.insertRefusals(claim, refusals);
      return last + 1;
    });
  }

  /** Runs after the writes: a later erasure waits for them and finds them. */
  private async ensureNobodyErased(
    { workspaceId, createdAt }: ImportClaim,
    rows: readonly ContactRow[],
  ): Promise<void> {
    const people = rows.flatMap(({ row, outcome }) => {
      if (!('input' in outcome)) return [];
      const { externalId = null, email = null } = outcome.input;
      return [{ row, externalId, email }];
    });
    const erased = await this.erased.erasedSince(workspaceId, createdAt, people);
    if (erased.size > 0) throw new PeopleErased(new Set([...erased].map(({ row }) => row)));
  }
}

const ERASED: Finding = {
  code: 'association_invalid',
  path: '',
  message: 'is about a person who was erased after the import began',
};

interface Merged {
  counts: { created: number; updated: number; unchanged: number };
  refusals: Refusal[];
  /** Index of the last row that was merged. */
  last: number;
}

async function merge(contacts: BatchContacts, rows: readonly ContactRow[]): Promise<Merged> {
  const merged: Merged = { counts: { created: 0, updated: 0, unchanged: 0 }, refusals: [], last: -1 };
  const yielding = new CooperativeYield(SLICE_MS);
  for (const { row, outcome, unread } of rows) {
    if ('input' in outcome && !contacts.knows(outcome.input)) break;
    const result = 'input' in outcome ? put(contacts, outcome.input) : outcome.finding;
    if (typeof result === 'string') merged.counts[result]++;
    else merged.refusals.push({ row, scope: 'row', ...result });
    for (const finding of unread) merged.refusals.push({ row, scope: 'value', ...finding });
    merged.last++;
    if (yielding.isDue) await yielding.now();
  }
  return merged;
}

function put(contacts: BatchContacts, input: CreateContactInput): 'created' | 'updated' | 'unchanged' | Finding {
  try {
    return contacts.put(input);
  } catch (error) {
    if (error instanceof DomainError) return findingOf(error);
    throw error;
  }
}

function agentsOf(inputs: readonly CreateContactInput[]): string[] {
  return [...new Set(inputs.flatMap(({ agentIds }) => agentIds ?? []))];
}

function identitiesOf(inputs: readonly CreateContactInput[]): Identities {
  const externalIds = new Set<string>();
  const emailsBeside = new Set<string>();
  const emailsAlone = new Set<string>();
  for (const { externalId, email } of inputs) {
    if (externalId) externalIds.add(externalId);
    if (email) (externalId ? emailsBeside : emailsAlone).add(email);
  }
  return { externalIds: [...externalIds], emailsBeside: [...emailsBeside], emailsAlone: [...emailsAlone] };
}
