import { isDeepStrictEqual } from 'node:util';
import type { KnownAgents } from '../../../agents/agents.service';
import type { WorkspaceScope } from '../../../common/request/principal';
import { blankContact, mergedContact } from '../../contact-merge';
import type { CreateContactInput } from '../../contact-input.dto';
import { addedAgents, ensureOwn } from '../../contact-sharing';
import { ExternalIdTaken } from '../../contacts.errors';
import type { NewContact } from '../../contacts.repository';
import type { FoundContact } from './bulk-contacts.repository';

interface Entry {
  /** Null: created by a row of this batch. */
  seq: string | null;
  visible: boolean;
  contact: NewContact;
  /** Whether it differs from the stored contact. */
  changed: boolean;
}

/**
 * The contacts of a batch, as its rows find and change them: two rows about one person change the same contact, in
 * order. The rules are those of createContact and updateContactProfile.
 */
export class BatchContacts {
  private readonly entries: Entry[] = [];
  private readonly byExternalId = new Map<string, Entry>();
  /** Contacts that the member sees, oldest first. */
  private readonly byEmail = new Map<string, Entry[]>();
  /** Emails that a stored contact no longer has. The next contact with the email has not been looked up. */
  private readonly vacated = new Set<string>();

  constructor(
    private readonly scope: WorkspaceScope,
    /** The agents that the rows name. */
    private readonly agents: KnownAgents,
    found: readonly FoundContact[],
  ) {
    for (const { seq, visible, ...contact } of found) this.enter({ seq, visible, contact, changed: false });
  }

  /** Whether the row's contact is certain. If not, the batch ends before the row. */
  knows({ externalId, email }: CreateContactInput): boolean {
    return !email || !this.vacated.has(email) || (!!externalId && this.byExternalId.has(externalId));
  }

  /** @throws DomainError if the row is refused; nothing has changed in that case */
  put(input: CreateContactInput): 'created' | 'updated' | 'unchanged' {
    const entry = this.entryOf(input);
    return entry ? this.update(entry, input) : this.create(input);
  }

  get created(): NewContact[] {
    return this.entries.filter(({ seq }) => seq === null).map(({ contact }) => contact);
  }

  get updated(): (NewContact & { seq: string })[] {
    return this.entries.flatMap(({ seq, contact, changed }) => (changed && seq !== null ? [{ ...contact, seq }] : []));
  }

  /** By externalId, otherwise by email. A contact with another externalId is another person (decision 0100). */
  private entryOf({ externalId, email }: CreateContactInput): Entry | undefined {
    const same = externalId ? this.byExternalId.get(externalId) : undefined;
    if (same || !email) return same;
    const sharing = this.byEmail.get(email);
    return externalId ? sharing?.find(({ contact }) => contact.externalId === null) : sharing?.[0];
  }

  private create(input: CreateContactInput): 'created' {
    const contact = mergedContact(blankContact(this.scope.workspaceId), input);
    this.ensureAgents(contact.agentIds, []);
    this.enter({ seq: null, visible: true, contact, changed: false });
    return 'created';
  }

  private update(entry: Entry, input: CreateContactInput): 'updated' | 'unchanged' {
    const { contact } = entry;
    if (!entry.visible) throw new ExternalIdTaken();
    ensureOwn(this.scope, contact.agentIds);
    if (input.agentIds) this.ensureAgents(input.agentIds, contact.agentIds);
    const next = mergedContact(contact, input);
    if (isDeepStrictEqual(next, contact)) return 'unchanged';
    this.leave(entry, next);
    entry.contact = next;
    entry.changed = true;
    this.file(entry);
    return 'updated';
  }

  private ensureAgents(agentIds: readonly string[], present: readonly string[]): void {
    this.agents.ensureAll(addedAgents(this.scope, agentIds, present), '/agentIds');
  }

  private enter(entry: Entry): void {
    this.entries.push(entry);
    this.file(entry);
  }

  /** Files the entry under its current externalId and email. */
  private file(entry: Entry): void {
    const { externalId, email } = entry.contact;
    if (externalId !== null) this.byExternalId.set(externalId, entry);
    if (email === null || !entry.visible) return;
    const sharing = this.byEmail.get(email) ?? [];
    if (sharing.length === 0) this.byEmail.set(email, sharing);
    const younger = sharing.findIndex(({ seq }) => age(seq) > age(entry.seq));
    sharing.splice(younger < 0 ? sharing.length : younger, 0, entry);
  }

  /** Removes the entry from its current place, before it becomes `next`. */
  private leave(entry: Entry, next: NewContact): void {
    const { externalId, email } = entry.contact;
    if (externalId !== null) this.byExternalId.delete(externalId);
    if (email === null) return;
    const sharing = this.byEmail.get(email) ?? [];
    sharing.splice(sharing.indexOf(entry), 1);
    const identified = externalId === null && next.externalId !== null;
    if (entry.seq !== null && (next.email !== email || identified)) this.vacated.add(email);
  }
}

/** Contacts that the batch creates are younger than all stored ones. */
function age(seq: string | null): number {
  return seq === null ? Infinity : Number(seq);
}
