import { Injectable } from '@nestjs/common';
import { IdentityUnavailable } from '../../common/http/unavailable.errors';
import { inTime } from '../../common/time/in-time';
import { Settings } from '../../config/load-settings';
import { type AttemptOrigin, IdentityPort, type PreparedPassword } from './identity.port';

/**
 * The identity port for the rest of the service: it answers within IDENTITY_TIMEOUT_MS, or refuses with 503
 * `identity_unavailable`.
 */
@Injectable()
export class IdentityService {
  constructor(
    private readonly port: IdentityPort,
    private readonly settings: Settings,
  ) {}

  prepare(password: string, from?: AttemptOrigin): Promise<PreparedPassword> {
    return this.inTime(() => this.port.prepare(password, from));
  }

  matches(prepared: PreparedPassword | null, password: string): Promise<boolean> {
    return this.inTime(() => this.port.matches(prepared, password));
  }

  adopt(accountId: string | null, prepared: PreparedPassword): Promise<void> {
    return this.inTime(() => this.port.adopt(accountId, prepared));
  }

  verify(accountId: string | null, password: string, from?: AttemptOrigin): Promise<boolean> {
    return this.inTime(() => this.port.verify(accountId, password, from));
  }

  private async inTime<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await inTime(ask(), this.settings.values.IDENTITY_TIMEOUT_MS);
    } catch (cause) {
      throw new IdentityUnavailable(cause);
    }
  }
}
