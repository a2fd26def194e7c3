import { OwnFailure } from '../errors/own-failure';

/** A computation that the process which does it could not finish: doing it again would not help. */
export class ComputeBoundExceeded extends OwnFailure {
  constructor(readonly bound: 'time' | 'memory') {
    super(`the computation took more ${bound} than it may`);
  }
}

/** The process ended for a reason that is not its work's: somebody stopped it. The work can be done again. */
export class ComputeProcessLost extends Error {
  constructor(how: string) {
    super(`the computing process ended: ${how}`);
    this.name = 'ComputeProcessLost';
  }
}
