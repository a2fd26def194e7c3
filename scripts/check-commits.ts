// Checks the subjects of commits since the latest release, or since the rules began if that is later: CONTRIBUTING.md,
// section "Commits". Where Git does not have these commits, as in a tarball or a shallow clone, it says so and passes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { subjectProblems } from './docs/subjects';
import { wordsOf } from './docs/words';

const ROOT = resolve(__dirname, '..');
/** The last commit before the rules. */
const RULES_BEGIN = '1e825802c5cdc12744f10973bb9b7f37cc3a80b6';

const base = baseOfCheck();
if (base === null) {
  console.log(`commits are not checked: there is no Git history back to ${RULES_BEGIN.slice(0, 7)} here`);
} else {
  const words = wordsOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const commits = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`)!.split('\n').filter(Boolean);
  const problems = commits.flatMap((line) => {
    const [hash = '', ...subject] = line.split(' ');
    return [...subjectProblems(subject.join(' '), words)].map(
      (problem) => `${hash} ${subject.join(' ')}\n  ${problem}`,
    );
  });
  problems.forEach((problem) => {
    console.error(problem);
  });
  console.log(`${commits.length} commits since ${base.slice(0, 7)} checked, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** Null where this is no repository of its own, or one without the commit that the rules began after. */
function baseOfCheck(): string | null {
  if (git('rev-parse', '--show-prefix') !== '' || git('merge-base', '--is-ancestor', RULES_BEGIN, 'HEAD') === null) {
    return null;
  }
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*');
  const isLater = release !== null && git('merge-base', '--is-ancestor', RULES_BEGIN, release) !== null;
  return isLater ? release : RULES_BEGIN;
}

/** What Git printed, or null if it failed or is not installed. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
