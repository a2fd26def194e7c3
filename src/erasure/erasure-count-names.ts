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

/** These were added later: receipts from before are without them. */
const LATER = ['notes', 'attachments', 'suggestions'];

/** What erasures count: the names that this tree has always had, then those of other features by name. */
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

  /** In their order, 0 where nothing was counted. */
  ofContact(counts: ErasedCounts): ContactCounts {
    return inOrder([...CONTACT_COUNTS, ...this.others], counts);
  }

  ofConversations(counts: ErasedCounts): ConversationCounts {
    return inOrder([...CONVERSATION_COUNTS, ...this.othersOfConversations], counts);
  }

  /** With 0 for what was not counted yet at the time. */
  completed({ records, ...receipt }: ErasureReceipt): CompleteReceipt {
    const complete: object = { ...inOrder([...LATER, ...this.others], {}), ...records };
    return { ...receipt, records: complete as ContactCounts };
  }

  /** Adds to an answer's DTO what other features count with conversations, for the OpenAPI document. */
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
