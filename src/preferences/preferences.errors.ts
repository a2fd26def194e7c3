import { ValidationFailed } from '../common/errors/domain-error';

const QUIET_HOURS = '/notifications/quietHours';

/** The update supplied one end, but no quiet hours are set yet. */
export class QuietHoursIncomplete extends ValidationFailed {
  constructor(missing: 'start' | 'end') {
    super([
      { path: `${QUIET_HOURS}/${missing}`, code: 'required', message: 'is required: no quiet hours are set yet' },
    ]);
  }
}

/** The start and the end are equal, which could mean no time or the whole day. */
export class QuietHoursEmpty extends ValidationFailed {
  constructor() {
    super([{ path: QUIET_HOURS, code: 'invalid', message: 'must have a start and an end that are different' }]);
  }
}
