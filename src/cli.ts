#!/usr/bin/env node
import nodeModule from 'node:module';
import { processHost } from './command-line/host';
import { run } from './command-line/run';

// From Node 22 on: half of the start is compiling what has been compiled before.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

// Who reads may have seen enough: `parley contacts list --all | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void run(process.argv.slice(2), processHost).then((code) => {
  process.exitCode = code;
});
