import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { FetchFailure } from '../../common/outbound/fetch-failure';
import { Outbound } from '../../common/outbound/outbound';
import { Settings } from '../../config/load-settings';
import { type AttemptResult, resultOfAnswer, resultOfFailure } from '../rules/attempt-result';
import { signedHeaders } from '../secrets/signature';
import type { Webhook } from '../webhook.entity';
import { WebhookAddress } from '../webhook-address';
import { AttemptSlots } from './attempt-slots';
import { countAttempt } from './webhook-metrics';

/** The most bytes of an answer that are read. */
const LONGEST_ANSWER = 16_384;
const OF_WORKSPACE = 16;
const OF_HOST = 10;

export interface WebhookMessage {
  /** The id of the event, which is the same in all attempts. */
  id: string;
  body: Buffer;
  /** From 1. */
  attempt: number;
  replayId?: string | null;
}

/** A request as it is sent. */
export interface PreparedRequest {
  webhookId: string;
  url: string;
  /** Newest first. */
  secrets: readonly string[];
  message: WebhookMessage;
}

export interface TimedResult extends AttemptResult {
  at: Date;
  durationMs: number;
}

/** Sends one signed request, when this process has room for it. */
@Injectable()
export class WebhookRequests {
  private readonly slots: AttemptSlots;

  constructor(
    private readonly outbound: Outbound,
    private readonly address: WebhookAddress,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
  ) {
    const all = settings.values.WEBHOOK_CONCURRENCY;
    this.slots = new AttemptSlots({ all, ofWorkspace: OF_WORKSPACE, ofHost: OF_HOST });
  }

  /**
   * Waits for room, calls `prepare`, and sends what it returns. Null if it returns null.
   *
   * @throws the abort reason of `signal`; then the request may have arrived
   */
  async send(
    { workspaceId, url }: Pick<Webhook, 'workspaceId' | 'url'>,
    prepare: () => Promise<PreparedRequest | null>,
    signal: AbortSignal,
  ): Promise<TimedResult | null> {
    const attempt = async (): Promise<TimedResult | null> => {
      const prepared = await prepare();
      if (!prepared) return null;
      const at = await databaseTime(this.work);
      const began = performance.now();
      const result = await this.attempt(prepared, at, signal);
      const durationMs = Math.round(performance.now() - began);
      countAttempt(result, durationMs);
      return { ...result, at, durationMs };
    };
    return this.slots.run(workspaceId, new URL(url).host, attempt, signal);
  }

  private async attempt(
    { webhookId, url: address, secrets, message: { id, body, attempt, replayId } }: PreparedRequest,
    at: Date,
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const url = new URL(address);
    const timestamp = Math.floor(at.getTime() / 1_000);
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(secrets, { id, timestamp, body }),
      'parley-webhook': webhookId,
      'parley-attempt': String(attempt),
      ...(replayId ? { 'parley-replay': replayId } : {}),
    };
    try {
      this.address.ensureReachable(url);
      const milliseconds = this.settings.values.WEBHOOK_TIMEOUT_MS;
      const answer = await this.outbound.post(url, { headers, body, longest: LONGEST_ANSWER, milliseconds, signal });
      return resultOfAnswer(answer, answer.isOwnNetwork);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FetchFailure) return resultOfFailure(error);
      throw error;
    }
  }
}
