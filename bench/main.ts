import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeBinary, OWN_NODE } from './support/node-binary';
import { readOptions, USAGE } from './support/options';
import { runSuites } from './support/run';
import { ROOT } from './support/server-process';

/**
 * `npm run bench`: figures side by side with peers. Figures are comparable within one run; between runs, only ratios
 * are.
 */
async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'answers') return answers(argv.slice(1));
  const options = readOptions(argv);
  const binaries = options.nodes.length > 0 ? options.nodes.map(nodeBinary) : [OWN_NODE];
  for (const binary of binaries) await runSuites(binary, options);
}

/** In a process of its own: it takes arguments of its own. */
function answers(argv: readonly string[]): void {
  const command = ['-r', join(ROOT, 'scripts/register-swc.js'), join(ROOT, 'bench/answers/main.ts'), ...argv];
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(known ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
});
