import type { Environment } from '../environment';
import type { Host } from '../host';

/** What a command of the command line's own works with. */
export interface Context {
  environment: Environment;
  host: Host;
}
