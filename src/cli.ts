#!/usr/bin/env node
import { EXIT } from './command-line/exit-codes';
import { processHost } from './command-line/host';
import { dropDrafts } from './command-line/output/output-file';
import { run } from './command-line/run';

// The exit code if the run never settles.
process.exitCode = EXIT.fault;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may have closed the pipe early: `parley contacts list --all | head`.
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  process.stderr.write(`parley: The output cannot be written: ${error.code}.\n`, () => process.exit(EXIT.fault));
});
// Without a reader, notes are lost. The exit code has the result.
process.stderr.on('error', () => {});

// Removes incomplete files, and ends by the signal, so that the parent process sees it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    dropDrafts();
    process.kill(process.pid, signal);
  });
}

void run(process.argv.slice(2), processHost).then((code) => {
  process.exitCode = code;
});
