import { OwnFailure, type Facts } from '../errors/own-failure';

/**
 * Why an address gave nothing: it may not be fetched, nobody answered, what came was of another kind, too much, or too late.
 */
export type FetchFailureReason = 'blocked_address' | 'unreachable' | 'unsupported_type' | 'too_large' | 'timeout';

/** An address that gave nothing. The message may be shown to whoever gave the address; it holds nothing that a server sent. */
export class FetchFailure extends OwnFailure {
  constructor(
    readonly reason: FetchFailureReason,
    message: string,
    facts: Facts = {},
  ) {
    super(message, { facts });
  }
}
