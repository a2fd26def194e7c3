import { auditResult, type AdvisoryException, type AuditReport } from '../../scripts/supply-chain/advisories';

const GHSA = 'GHSA-xvch-5gv4-984h';

/** What npm 11 prints where minimist is below mkdirp. */
const report = (severity = 'critical'): AuditReport =>
  JSON.parse(`{
    "auditReportVersion": 2,
    "vulnerabilities": {
      "minimist": {
        "name": "minimist", "severity": "${severity}", "isDirect": false,
        "via": [{ "source": 1097678, "name": "minimist", "dependency": "minimist", "title": "Prototype Pollution in minimist",
          "url": "https://github.com/advisories/${GHSA}", "severity": "${severity}", "range": "<0.2.4" }],
        "effects": ["mkdirp"], "range": "<=0.2.3", "nodes": ["node_modules/minimist"], "fixAvailable": true
      },
      "mkdirp": {
        "name": "mkdirp", "severity": "${severity}", "isDirect": true, "via": ["minimist"], "effects": [],
        "range": "0.4.1 - 0.5.1", "nodes": ["node_modules/mkdirp"], "fixAvailable": true
      }
    },
    "metadata": { "vulnerabilities": { "total": 2 } }
  }`) as AuditReport;

const exception = (over: Partial<AdvisoryException> = {}): AdvisoryException => ({
  advisory: GHSA,
  package: 'minimist',
  versions: '0.0.8',
  reason: 'its arguments are not those of a user',
  since: '2026-11-24',
  ...over,
});
const result = (from: AuditReport, exceptions: AdvisoryException[] = []): unknown =>
  auditResult(from, () => '0.0.8', exceptions);

const FINDING = `minimist 0.0.8: critical: Prototype Pollution in minimist (https://github.com/advisories/${GHSA})`;
const UNNEEDED = (advisory = GHSA, name = 'minimist'): string =>
  `the exception for ${advisory} of ${name} applies to nothing: remove it`;

describe('advisories', () => {
  it('names what an advisory is about, once, and not what depends on it', () => {
    expect(result(report())).toEqual({ isAnswered: true, problems: [FINDING] });
  });

  it('finds nothing where there is nothing', () => {
    expect(result({ vulnerabilities: {} })).toEqual({ isAnswered: true, problems: [] });
  });

  it.each(['info', 'low'])('lets %s be', (severity) => {
    expect(result(report(severity))).toEqual({ isAnswered: true, problems: [] });
  });

  it.each(['moderate', 'high', 'critical'])('fails on %s', (severity) => {
    expect(result(report(severity))).toMatchObject({ problems: [expect.stringContaining(severity)] });
  });

  it('takes what is excepted', () => {
    expect(result(report(), [exception()])).toEqual({ isAnswered: true, problems: [] });
  });

  it.each([
    ['another advisory', { advisory: 'GHSA-aaaa-bbbb-cccc' }],
    ['another package', { package: 'mkdirp' }],
    ['another version', { versions: '^0.1.0' }],
  ])('does not take an exception for %s', (_, over) => {
    const other = exception(over);
    expect(result(report(), [other])).toEqual({
      isAnswered: true,
      problems: [FINDING, UNNEEDED(other.advisory, other.package)],
    });
  });

  it('refuses an exception once the advisory no longer applies', () => {
    expect(result({ vulnerabilities: {} }, [exception()])).toEqual({ isAnswered: true, problems: [UNNEEDED()] });
  });

  it.each([
    'request to http://127.0.0.1:1/-/npm/v1/security/advisories/bulk failed, reason: connect ECONNREFUSED 127.0.0.1:1',
    '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk',
  ])('says that the registry could not be asked: %s', (message) => {
    const answer = { message, error: { summary: '', detail: '' } };
    expect(result(answer, [exception()])).toEqual({ isAnswered: false, because: message });
  });

  it('fails where npm could not even ask', () => {
    const answer = { error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } };
    expect(() => result(answer)).toThrow('ENOLOCK');
  });
});
