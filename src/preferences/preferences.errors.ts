import { ValidationFailed } from '../common/errors/domain-error';

const QUIET_HOURS = '/notifications/quietHours';

/** One end was supplied where there are no quiet hours yet. */
export class QuietHoursIncomplete extends ValidationFailed {
  constructor(missing: 'start' | 'end') {
    super([
      { path: `${QUIET_HOURS}/${missing}`, code: 'required', message: 'is required: no quiet hours are set yet' },
    ]);
  }
}

/** They would last no time, or a whole day. */
export class QuietHoursEmpty extends ValidationFailed {
  constructor() {
    super([{ path: QUIET_HOURS, code: 'invalid', message: 'must have a start and an end that are different' }]);
  }
}
