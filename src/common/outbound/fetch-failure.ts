import { OwnFailure, type Facts } from '../errors/own-failure';

/**
 * Why a fetch failed: the address is not allowed, the server did not answer, or its response had the wrong type, was too large or
 * came too late.
 */
export type FetchFailureReason = 'blocked_address' | 'unreachable' | 'unsupported_type' | 'too_large' | 'timeout';

/** A failed fetch. The message can be shown to the user who entered the address, and contains no data from the server. */
export class FetchFailure extends OwnFailure {
  constructor(
    readonly reason: FetchFailureReason,
    message: string,
    facts: Facts = {},
  ) {
    super(message, { facts });
  }
}
