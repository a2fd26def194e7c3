import { Injectable } from '@nestjs/common';
import { termsOfReader } from '../contact-visibility';
import { ContactSet } from './contact-set';
import {
  type ContactFilter,
  SetReadsRepository,
  type PendingContact,
  type Posting,
  type PageBounds,
} from './set-reads.repository';
import { EVERY_CONTACT, termsOfSearch } from './terms';
import { VerifiedSearches } from './verified-searches';

/**
 * Finds the contacts that a caller sees, their number, and their order. The cost depends neither on the offset nor on
 * the number of results: it reads the sets of the index and corrects them by the few contacts that are not indexed yet.
 * The result is exact.
 */
@Injectable()
export class ContactDirectory {
  constructor(
    private readonly sets: SetReadsRepository,
    private readonly searches: VerifiedSearches,
  ) {}

  /**
   * Returns the seqs of one page, newest first, and the total. Runs one statement, and up to three for a long search.
   */
  async page(filter: ContactFilter, page: PageBounds): Promise<{ seqs: number[]; total: number }> {
    const found = await this.find(filter, page);
    return { seqs: found.newest(page.offset, page.limit), total: found.size };
  }

  private find(filter: ContactFilter, page: PageBounds): Promise<ContactSet> {
    const { agentIds, search } = filter;
    if (search === null) {
      return agentIds === null ? this.counted(filter, EVERY_CONTACT, page) : this.common(filter, []);
    }
    const { terms, exact } = termsOfSearch(search);
    if (!exact) return this.longSearch(filter, search, terms);
    return agentIds === null ? this.counted(filter, search, page) : this.common(filter, terms);
  }

  /** The contacts with one term. For segments outside the page, only their number. */
  private async counted(filter: ContactFilter, term: string, page: PageBounds): Promise<ContactSet> {
    const { postings, pending } = await this.sets.page(filter, term, page);
    const found = new ContactSet();
    for (const { segment, cardinality, slots } of postings) {
      if (slots) found.addStored(segment, slots);
      else found.addCounted(segment, cardinality);
    }
    return corrected(found, pending);
  }

  /** The contacts that have all of the terms and that the caller sees. */
  private async common(filter: ContactFilter, terms: readonly string[]): Promise<ContactSet> {
    const { postings, pending } = await this.sets.list(filter, [...terms, ...audienceOf(filter)]);
    return corrected(intersection(filter, terms, postings), pending);
  }

  /** Does the same for a text longer than a term: checks the contacts that match its terms, or uses a stored result. */
  private async longSearch(filter: ContactFilter, text: string, terms: readonly string[]): Promise<ContactSet> {
    const known = this.searches.known(filter.workspaceId, text);
    if (known) {
      const { postings, pending } = await this.sets.list(filter, audienceOf(filter));
      if (await this.searches.holds(filter.workspaceId, known)) {
        return corrected(intersection(filter, [], postings, known.found.clone()), pending);
      }
    }
    const { postings, pending } = await this.sets.list(filter, [...terms, ...audienceOf(filter)]);
    const found = intersection(filter, terms, postings);
    await this.searches.verify(filter.workspaceId, text, found);
    return corrected(found, pending);
  }
}

/**
 * The terms of the contacts that the caller sees: such a contact has at least one of them. Empty if the caller sees
 * every contact.
 */
function audienceOf({ agentIds }: ContactFilter): string[] {
  return termsOfReader(agentIds) ?? [];
}

/** The contacts that have all of `terms` and one of the audience's, out of `from` if it is set. */
function intersection(
  filter: ContactFilter,
  terms: readonly string[],
  postings: readonly Posting[],
  from?: ContactSet,
): ContactSet {
  const sets = new Map<string, ContactSet>(terms.map((term) => [term, new ContactSet()]));
  const audience = new ContactSet();
  for (const { term, segment, slots } of postings) (sets.get(term) ?? audience).addStored(segment, slots);
  const [first, ...others] = [
    ...(from ? [from] : []),
    ...sets.values(),
    ...(filter.agentIds === null ? [] : [audience]),
  ];
  for (const other of others) first!.keepOnly(other);
  return first!;
}

function corrected(found: ContactSet, pending: readonly PendingContact[]): ContactSet {
  for (const { seq, indexed, matches } of pending) {
    found.remove(seq, indexed);
    if (matches) found.add(seq);
  }
  return found;
}
