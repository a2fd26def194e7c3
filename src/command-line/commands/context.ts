import type { Environment } from '../environment';
import type { Host } from '../host';

/** The environment and the machine of a built-in command. */
export interface Context {
  environment: Environment;
  host: Host;
}
