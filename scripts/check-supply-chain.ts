// Holds what the service is delivered with to the licences and the exceptions of scripts/supply-chain/exceptions.ts, and
// requests advisories from the registry. If the registry does not provide them, as behind a proxy for packages only, the
// check prints a warning and does not fail.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { auditResult, type AuditReport, type AuditResult } from './supply-chain/advisories';
import { deliveredPackages } from './supply-chain/delivered-packages';
import { ADVISORY_EXCEPTIONS, ALLOWED_LICENCES, LICENCE_EXCEPTIONS } from './supply-chain/exceptions';
import { licenceProblems } from './supply-chain/licences';

const ROOT = resolve(__dirname, '..');

const packages = deliveredPackages(ROOT);
const audit = askRegistry();
const problems = [
  ...licenceProblems(packages, ALLOWED_LICENCES, LICENCE_EXCEPTIONS),
  ...(audit.isAnswered ? audit.problems : []),
];
problems.forEach((problem) => {
  console.error(problem);
});
console.log(`${packages.length} packages checked, ${problems.length} problems`);
if (!audit.isAnswered) {
  console.warn(`\n*** ADVISORIES NOT CHECKED: the registry did not provide them: ${audit.because}`);
  console.warn('*** Run `npm run check:supply-chain` with access to the registry before a release.\n');
}
process.exitCode = problems.length > 0 ? 1 : 0;

function askRegistry(): AuditResult {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-timeout=20000'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return auditResult(JSON.parse(stdout) as AuditReport, installedVersion, ADVISORY_EXCEPTIONS);
}

function installedVersion(path: string): string {
  return (JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as { version: string }).version;
}
