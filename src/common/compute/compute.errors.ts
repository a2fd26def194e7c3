import { OwnFailure } from '../errors/own-failure';

/** The computation exceeded a bound on time or memory. A retry would not help. */
export class ComputeBoundExceeded extends OwnFailure {
  constructor(readonly bound: 'time' | 'memory') {
    super(`the computation took more ${bound} than allowed`);
  }
}

/** The process ended for a reason unrelated to its work, such as a signal. The work can be retried. */
export class ComputeProcessLost extends Error {
  constructor(how: string) {
    super(`the computing process ended: ${how}`);
    this.name = 'ComputeProcessLost';
  }
}
