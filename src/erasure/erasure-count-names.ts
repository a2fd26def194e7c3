import { Injectable, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import { FeatureCatalog } from '../common/feature/feature-catalog';
import type { ErasureReceipt } from '../contacts/contact-erasure.types';
import { ErasureCountsDto } from './erasure.dto';
import {
  type CompleteReceipt,
  CONTACT_COUNTS,
  type ContactCounts,
  CONVERSATION_COUNTS,
  type ConversationCounts,
} from './erasure.types';

/** Added later: older receipts do not have these counts. */
const LATER = ['notes', 'attachments', 'files', 'suggestions'];

/** The names of the counts: first the built-in ones, then those of other features in alphabetical order. */
@Injectable()
export class ErasureCountNames {
  private readonly others: readonly string[];
  private readonly othersOfConversations: readonly string[];

  constructor(features: FeatureCatalog) {
    const known: readonly string[] = CONTACT_COUNTS;
    const counts = features.erasureCounts;
    this.others = [...counts.keys()].filter((name) => !known.includes(name)).sort();
    this.othersOfConversations = this.others.filter((name) => counts.get(name)?.conversation !== undefined);
    document(ErasureCountsDto, this.others);
  }

  /** In the order of the names. 0 for a kind that was not counted. */
  ofContact(counts: ErasedCounts): ContactCounts {
    return inOrder([...CONTACT_COUNTS, ...this.others], counts);
  }

  ofConversations(counts: ErasedCounts): ConversationCounts {
    return inOrder([...CONVERSATION_COUNTS, ...this.othersOfConversations], counts);
  }

  /** Sets the kinds that were not counted at the time to 0. */
  completed({ records, ...receipt }: ErasureReceipt): CompleteReceipt {
    const complete: object = { ...inOrder([...LATER, ...this.others], {}), ...records };
    return { ...receipt, records: complete as ContactCounts };
  }

  /** Adds the counts that other features register for conversations to an answer's DTO, for the OpenAPI document. */
  documentIn(Dto: Type): void {
    document(Dto, this.othersOfConversations);
  }
}

function document({ prototype }: Type, names: readonly string[]): void {
  for (const name of names) ApiProperty({ type: 'integer', minimum: 0, example: 2 })(prototype as object, name);
}

function inOrder<Counts>(names: readonly string[], counts: ErasedCounts): Counts {
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Counts;
}
