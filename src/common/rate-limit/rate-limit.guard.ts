import { type CanActivate, Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import type { GuardLimit } from '../operations/operation';
import { limitedAddress } from '../request/client-address';
import { isAccount } from '../request/principal';
import { currentRequest, type RequestContext } from '../request/request-context';
import { type Limit, RateLimiter } from './rate-limiter';

/** Applies the limits that an operation declares; limits that need the body are applied by the feature itself. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  canActivate(): boolean | Promise<boolean> {
    const request = currentRequest();
    const declared = request.operation?.limit;
    return declared ? this.counted(declared, this.limits(declared, request)) : true;
  }

  private async counted(declared: GuardLimit, limits: readonly Limit[]): Promise<boolean> {
    // The listing is made of the program alone.
    if (declared === 'capabilities_per_address') await this.limiter.consumeWherePossible(limits[0]!);
    else await this.limiter.consumeAll(limits);
    return true;
  }

  /** Narrowest first. */
  private limits(declared: GuardLimit, request: RequestContext): Limit[] {
    const { principal, scope, address } = request;
    const { values } = this.settings;
    const user = isAccount(principal) ? principal.accountId : limitedAddress(address);
    switch (declared) {
      case 'list_per_user':
        return [
          { name: 'LIMIT_LIST_PER_USER', key: `list:${user}`, max: values.LIMIT_LIST_PER_USER, windowSeconds: 60 },
        ];
      case 'search':
        return [
          {
            name: 'LIMIT_SEARCH_PER_CALLER',
            key: `search:${user}`,
            max: values.LIMIT_SEARCH_PER_CALLER,
            windowSeconds: 60,
          },
          {
            name: 'LIMIT_SEARCH_PER_WORKSPACE',
            key: `search:workspace:${scope?.workspaceId}`,
            max: values.LIMIT_SEARCH_PER_WORKSPACE,
            windowSeconds: 60,
          },
        ];
      case 'sign_up_per_address':
        return [
          {
            name: 'LIMIT_SIGN_UP_PER_ADDRESS',
            key: `sign-up:${limitedAddress(address)}`,
            max: values.LIMIT_SIGN_UP_PER_ADDRESS,
            windowSeconds: 3600,
          },
        ];
      case 'capabilities_per_address':
        return [
          {
            name: 'LIMIT_CAPABILITIES_PER_ADDRESS',
            key: `capabilities:${limitedAddress(address)}`,
            max: values.LIMIT_CAPABILITIES_PER_ADDRESS,
            windowSeconds: 60,
          },
        ];
    }
  }
}
