import { declareErrors } from '../common/errors/error-codes';
import { DomainError, ValidationFailed } from '../common/errors/domain-error';

const CODES = declareErrors({ device_limit_reached: 409, device_revoked: 409 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The subscription cannot come from a browser, or the endpoint is not allowed. */
export class SubscriptionInvalid extends ValidationFailed {
  constructor(field: 'endpoint' | 'keys/p256dh' | 'keys/auth', message: string) {
    super([{ path: `/subscription/${field}`, code: 'not_allowed', message }]);
  }
}

/** The account has the largest number of devices. */
export class DeviceLimitReached extends DomainError {
  constructor(most: number) {
    super('device_limit_reached', `You have ${most} devices. Remove one first.`);
  }
}

/** The session of the device was ended. It gets no messages until its owner signs in there again. */
export class DeviceRevoked extends DomainError {
  constructor() {
    super('device_revoked', 'The session in which the device was registered was ended. Register the device again.');
  }
}
