#!/usr/bin/env node
import './common/logging/source-maps';
import { logger } from './common/logging/logger';
import { run } from './run';

/** Background work only, in addition to API processes with RUN_WORKER=no on the same DATABASE_URL. */
async function main(): Promise<void> {
  process.env['RUN_WORKER'] = 'yes';
  await run({ listen: false });
  logger.info('worker ready');
}

void main();
