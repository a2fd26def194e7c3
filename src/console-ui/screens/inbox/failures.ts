import type { Schemas } from '../../api/client';
import type { WordKey } from '../../words/words';

export const FAILURES: Readonly<Record<NonNullable<Schemas['DeliveryFailure']>['class'], WordKey>> = {
  refused: 'inbox.failure.refused',
  unreachable: 'inbox.failure.unreachable',
  tls: 'inbox.failure.tls',
  authentication: 'inbox.failure.authentication',
  too_large: 'inbox.failure.tooLarge',
  timeout: 'inbox.failure.timeout',
  connection_lost: 'inbox.failure.connectionLost',
  file_infected: 'inbox.failure.fileInfected',
  scan_unavailable: 'inbox.failure.scanUnavailable',
};
