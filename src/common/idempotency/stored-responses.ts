import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { Erasers } from '../erasure/erasers';
import { COUNT_RESPONSES, DELETE_RESPONSES, FIND_RESPONSE, INSERT_RESPONSE } from './stored-responses.sql';

/** A retry may come for 24. */
export const RESPONSES_KEPT_HOURS = 25;

/** Of a request only a fingerprint is stored, which cannot be made again under another key. */
export const SEALED_RESPONSE = {
  column: 'response',
  expires: { since: 'created_at', hours: RESPONSES_KEPT_HOURS },
};

/** A caller's name for a request: each operation of each caller has its own. */
export interface IdempotencyKey {
  caller: string;
  operation: string;
  key: string;
}

/** What is kept of a request: a digest of it, and its response, sealed. */
export interface StoredResponse {
  fingerprint: Buffer;
  response: Buffer;
}

/** The table idempotency_keys: responses that are kept for retries, and erased with the records that they tell of. */
@Injectable()
export class StoredResponses {
  constructor(
    private readonly work: UnitOfWork,
    erasers: Erasers,
  ) {
    // Of the requests that made the person's profile.
    erasers.register({
      step: 'traces',
      tables: ['idempotency_keys'],
      count: async ({ contactId }) => ({ storedResponses: contactId === null ? 0 : await this.countOf(contactId) }),
      erase: async ({ contactId }) => ({ storedResponses: contactId === null ? 0 : await this.eraseAll([contactId]) }),
    });
  }

  /** How many tell of a record that their request made. */
  private async countOf(recordId: string): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_RESPONSES, [recordId]);
    return row?.count ?? 0;
  }

  /** `otherCallers`: names that the same caller may have had. */
  async find(
    { caller, operation, key }: IdempotencyKey,
    otherCallers: readonly string[] = [],
  ): Promise<StoredResponse | null> {
    const [row] = await this.work.query<StoredResponse>(FIND_RESPONSE, [[caller, ...otherCallers], operation, key]);
    return row ?? null;
  }

  /** `recordId`: of the record that the request made, or null. */
  async insert(
    { caller, operation, key }: IdempotencyKey,
    { fingerprint, response }: StoredResponse,
    recordId: string | null,
  ): Promise<void> {
    await this.work.query(INSERT_RESPONSE, [caller, operation, key, fingerprint, response, recordId]);
  }

  /** Of what requests made; their number. A retry with one of their keys is a new request from then on. */
  async eraseAll(recordIds: readonly string[]): Promise<number> {
    return (await this.work.query(DELETE_RESPONSES, [recordIds])).length;
  }
}
