import { satisfies } from 'semver';

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
type Severity = (typeof SEVERITIES)[number];

/** Below this, an advisory is not worth an upgrade of its own. */
const FROM: Severity = 'moderate';

export interface AdvisoryException {
  /** As GitHub names it: `GHSA-…`. */
  advisory: string;
  package: string;
  /** The versions for which the reason holds, as a range of npm. */
  versions: string;
  reason: string;
  /** The date of the review, YYYY-MM-DD. */
  since: string;
}

/** What `npm audit --json` prints. */
export interface AuditReport {
  vulnerabilities?: Record<string, { via: (string | Advisory)[]; nodes: string[] }>;
  /** Only where the registry has not answered as one that knows advisories does. */
  message?: string;
  /** With a code where npm could not even ask. */
  error?: { code?: string; summary?: string };
}

interface Advisory {
  name: string;
  title: string;
  url: string;
  severity: Severity;
}

/** The result of an audit. Without an answer from the registry, the packages are not checked. */
export type AuditResult = { isAnswered: false; because: string } | { isAnswered: true; problems: string[] };

/**
 * The problems from the advisories of the registry, one line each.
 *
 * @param versionOf the version installed at a path such as `node_modules/x`
 * @throws if npm itself failed, for example because of a broken lock file
 */
export function auditResult(
  report: AuditReport,
  versionOf: (path: string) => string,
  exceptions: readonly AdvisoryException[],
): AuditResult {
  if (!report.vulnerabilities) {
    if (report.message === undefined) throw new Error(`npm audit failed: ${JSON.stringify(report)}`);
    return { isAnswered: false, because: report.message };
  }
  const findings = Object.values(report.vulnerabilities).flatMap(({ via, nodes }) =>
    // Names lead to packages that are listed themselves.
    via
      .filter((one) => typeof one !== 'string')
      .flatMap((one) => nodes.map((node) => ({ ...one, version: versionOf(node) }))),
  );
  const excepts = (exception: AdvisoryException, { name, url, version }: Advisory & { version: string }): boolean =>
    exception.package === name &&
    url.endsWith(`/${exception.advisory}`) &&
    satisfies(version, exception.versions, { includePrerelease: true });
  const problems = [
    ...findings
      .filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(FROM))
      .filter((finding) => !exceptions.some((exception) => excepts(exception, finding)))
      .map(({ name, version, severity, title, url }) => `${name} ${version}: ${severity}: ${title} (${url})`),
    ...exceptions
      .filter((exception) => !findings.some((finding) => excepts(exception, finding)))
      .map(({ advisory, package: name }) => `the exception for ${advisory} of ${name} applies to nothing: remove it`),
  ];
  return { isAnswered: true, problems: [...new Set(problems)] };
}
