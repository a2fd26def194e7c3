import { ValidationFailed } from '../../common/errors/domain-error';

/** No stream has issued this id of an event. */
export class PositionUnknown extends ValidationFailed {
  constructor() {
    super([{ path: 'header.Last-Event-ID', code: 'invalid', message: 'must be the id of an event of this stream' }]);
  }
}
