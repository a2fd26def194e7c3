import { satisfies } from 'semver';
import spdxSatisfies from 'spdx-satisfies';

/** A package that the service is delivered with. */
export interface Package {
  name: string;
  version: string;
  /** As its package.json says it; null where it says nothing. */
  licence: string | null;
}

export interface LicenceException {
  package: string;
  /** The versions that were looked at, as a range of npm. */
  versions: string;
  /** What the package says its licence is. With another one, the exception does not apply. */
  licence: string | null;
  reason: string;
  /** The date of the review, YYYY-MM-DD. */
  since: string;
}

/** Problems with licences, one line each: packages that are not allowed, and exceptions that are not needed. */
export function licenceProblems(
  packages: readonly Package[],
  allowed: readonly string[],
  exceptions: readonly LicenceException[],
): string[] {
  const refused = packages.filter(({ licence }) => licence === null || !isAllowed(licence, allowed));
  const excepts = (exception: LicenceException, one: Package): boolean =>
    exception.package === one.name &&
    exception.licence === one.licence &&
    satisfies(one.version, exception.versions, { includePrerelease: true });
  return [
    ...refused
      .filter((one) => !exceptions.some((exception) => excepts(exception, one)))
      .map(({ name, version, licence }) => `${name} ${version}: ${licence ?? 'no licence'} is not on the list`),
    ...exceptions
      .filter((exception) => !refused.some((one) => excepts(exception, one)))
      .map(({ package: name, versions }) => `the exception for ${name} ${versions} applies to nothing: remove it`),
  ];
}

/** Whether one of the choices that the expression leaves is made of allowed licences only. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  try {
    return spdxSatisfies(licence, allowed);
  } catch {
    return false;
  }
}
