#!/usr/bin/env node
import { EXIT } from './command-line/exit-codes';
import { processHost } from './command-line/host';
import { dropDrafts } from './command-line/output/output-file';
import { run } from './command-line/run';

// A run that comes to no end is no success.
process.exitCode = EXIT.fault;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Who reads may have seen enough: `parley contacts list --all | head`.
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  process.stderr.write(`parley: The output cannot be written: ${error.code}.\n`, () => process.exit(EXIT.fault));
});
// Whoever closed it wants no notes; what the process ends with tells the rest.
process.stderr.on('error', () => {});

// No half file stays, and who waits for the process sees that a signal ended it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    dropDrafts();
    process.kill(process.pid, signal);
  });
}

void run(process.argv.slice(2), processHost).then((code) => {
  process.exitCode = code;
});
