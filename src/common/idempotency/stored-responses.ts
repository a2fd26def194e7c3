import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { Erasers } from '../erasure/erasers';
import { COUNT_RESPONSES, DELETE_RESPONSES, FIND_RESPONSE, INSERT_RESPONSE } from './stored-responses.sql';

/** Callers can retry for 24 hours. */
export const RESPONSES_KEPT_HOURS = 25;

/** Only the fingerprint of the request is stored, so it cannot be computed again with another key. */
export const SEALED_RESPONSE = {
  column: 'response',
  expires: { since: 'created_at', hours: RESPONSES_KEPT_HOURS },
};

/** A caller's key for a request. Each operation of each caller has its own keys. */
export interface IdempotencyKey {
  caller: string;
  operation: string;
  key: string;
}

/** A fingerprint of a request, and its sealed response. */
export interface StoredResponse {
  fingerprint: Buffer;
  response: Buffer;
}

/** The table idempotency_keys: responses for retries, which are erased together with their records. */
@Injectable()
export class StoredResponses {
  constructor(
    private readonly work: UnitOfWork,
    erasers: Erasers,
  ) {
    // Responses of the requests that created the person's profile.
    erasers.register({
      step: 'traces',
      tables: ['idempotency_keys'],
      count: async ({ contactId }) => ({ storedResponses: contactId === null ? 0 : await this.countOf(contactId) }),
      erase: async ({ contactId }) => ({ storedResponses: contactId === null ? 0 : await this.eraseAll([contactId]) }),
    });
  }

  /** The number of responses to the request that created the record. */
  private async countOf(recordId: string): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(COUNT_RESPONSES, [recordId]);
    return row?.count ?? 0;
  }

  /** `otherCallers`: earlier names of the same caller. */
  async find(
    { caller, operation, key }: IdempotencyKey,
    otherCallers: readonly string[] = [],
  ): Promise<StoredResponse | null> {
    const [row] = await this.work.query<StoredResponse>(FIND_RESPONSE, [[caller, ...otherCallers], operation, key]);
    return row ?? null;
  }

  /** `recordId`: the record that the request created, or null. */
  async insert(
    { caller, operation, key }: IdempotencyKey,
    { fingerprint, response }: StoredResponse,
    recordId: string | null,
  ): Promise<void> {
    await this.work.query(INSERT_RESPONSE, [caller, operation, key, fingerprint, response, recordId]);
  }

  /** Erases the responses about these records and returns their number. A retry with one of the keys is then a new request. */
  async eraseAll(recordIds: readonly string[]): Promise<number> {
    return (await this.work.query(DELETE_RESPONSES, [recordIds])).length;
  }
}
