import { declareErrors } from '../common/errors/error-codes';
import { DomainError, ValidationFailed } from '../common/errors/domain-error';

const CODES = declareErrors({ device_limit_reached: 409, device_revoked: 409 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** A subscription that no browser can have made, or an endpoint that nothing is sent to. */
export class SubscriptionInvalid extends ValidationFailed {
  constructor(field: 'endpoint' | 'keys/p256dh' | 'keys/auth', message: string) {
    super([{ path: `/subscription/${field}`, code: 'not_allowed', message }]);
  }
}

/** Somebody's devices are all in use. */
export class DeviceLimitReached extends DomainError {
  constructor(most: number) {
    super('device_limit_reached', `You have ${most} devices. Remove one first.`);
  }
}

/** Its session was ended, so it hears nothing until somebody signs in there again. */
export class DeviceRevoked extends DomainError {
  constructor() {
    super('device_revoked', 'The session in which the device was registered was ended. Register the device again.');
  }
}
