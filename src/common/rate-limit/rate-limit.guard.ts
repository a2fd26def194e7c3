import { type CanActivate, Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { FeatureCatalog } from '../feature/feature-catalog';
import { limitedAddress } from '../request/client-address';
import { isAccount } from '../request/principal';
import { currentRequest, type RequestContext } from '../request/request-context';
import type { LimitDeclaration } from '../operations/guard-limits';
import { type Limit, RateLimiter } from './rate-limiter';

type Sized = LimitDeclaration & { counter: string; max: number };

/** Applies the limits that an operation declares. The feature itself applies limits that depend on the body. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limits: ReadonlyMap<string, readonly Sized[]>;

  constructor(
    private readonly limiter: RateLimiter,
    features: FeatureCatalog,
    settings: Settings,
  ) {
    const sized = features.limits.map(({ name, parts, settings: Class }) => {
      const values = { ...settings.values, ...(Class && settings.of(Class)) } as Readonly<Record<string, unknown>>;
      return [name, parts.map((part) => ({ counter: name, ...part, max: values[part.setting] as number }))] as const;
    });
    this.limits = new Map(sized);
  }

  canActivate(): boolean | Promise<boolean> {
    const request = currentRequest();
    const declared = request.operation?.limit;
    return declared === undefined || this.counted(this.limits.get(declared)!, request);
  }

  private async counted(declared: readonly Sized[], request: RequestContext): Promise<boolean> {
    const limits = declared.map((one) => limitOf(one, request));
    if (declared[0]?.optional) await this.limiter.consumeWherePossible(limits[0]!);
    else await this.limiter.consumeAll(limits);
    return true;
  }
}

function limitOf({ setting, counter, per, max, windowSeconds }: Sized, request: RequestContext): Limit {
  return { name: setting, key: `${counter}:${countedFor(per, request)}`, max, windowSeconds };
}

function countedFor(per: Sized['per'], { principal, scope, address }: RequestContext): string | undefined {
  if (per === 'workspace') return scope?.workspaceId;
  return per === 'caller' && isAccount(principal) ? principal.accountId : limitedAddress(address);
}
