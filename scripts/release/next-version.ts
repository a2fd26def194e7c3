import { gt, inc, rsort, valid, type ReleaseType } from 'semver';

/** The reason why a release is not possible, as a sentence. */
export class NotReleasable extends Error {}

const STEPS: readonly string[] = ['patch', 'minor', 'major'] satisfies ReleaseType[];

/**
 * @param target a step from the current version, or a version
 * @param tags tags of the existing releases
 * @throws NotReleasable if the result is not later than all existing versions
 */
export function nextVersion(current: string, target: string, tags: readonly string[]): string {
  const version = STEPS.includes(target) ? inc(current, target as ReleaseType) : valid(target);
  if (version === null) throw new NotReleasable('Say what to release: npm run release -- patch|minor|major|X.Y.Z');
  const [latest = current] = rsort([current, ...tags.filter((tag) => valid(tag))]);
  // The first release may have the version that the tree has had all along.
  const isFirst = tags.length === 0 && version === current;
  if (!isFirst && !gt(version, latest)) throw new NotReleasable(`${version} is not later than ${latest}.`);
  return version;
}
