#!/usr/bin/env node
import './common/logging/source-maps';
import { logger } from './common/logging/logger';
import { run } from './run';
import { announceSetUp } from './set-up-notice';

/** The API. It also does background work unless RUN_WORKER is `no`. */
async function main(): Promise<void> {
  const { service, settings } = await run({ listen: true });
  logger.info({ port: service.port, api: settings.baseUrl, docs: `${settings.values.PUBLIC_URL}/docs` }, 'ready');
  await announceSetUp(service.setUp, settings, process.stdout);
}

void main();
