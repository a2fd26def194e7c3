import { ValidationFailed } from '../../common/errors/domain-error';

/** The code was never issued, has expired, or was replaced by a newer one. The answer does not show which. */
export class SetupCodeUnusable extends ValidationFailed {
  constructor() {
    super([{ path: '/code', code: 'unusable', message: 'is unknown, has expired, or was replaced by a newer one' }]);
  }
}
