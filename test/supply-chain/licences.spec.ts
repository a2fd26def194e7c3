import { ALLOWED_LICENCES, LICENCE_EXCEPTIONS } from '../../scripts/supply-chain/exceptions';
import { licenceProblems, type LicenceException, type Package } from '../../scripts/supply-chain/licences';

const package_ = (licence: string | null, version = '1.2.3'): Package => ({ name: 'left-pad', version, licence });
const exception = (over: Partial<LicenceException> = {}): LicenceException => ({
  package: 'left-pad',
  versions: '^1.0.0',
  licence: 'GPL-3.0-only',
  reason: 'it is a test',
  since: '2026-11-24',
  ...over,
});
const problems = (packages: Package[], exceptions: LicenceException[] = []): string[] =>
  licenceProblems(packages, ['MIT', 'Apache-2.0', 'Zlib'], exceptions);

describe('licences', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'GPL-2.0-only OR Apache-2.0', '(MIT AND Zlib)'])(
    'takes %s',
    (licence) => {
      expect(problems([package_(licence)])).toEqual([]);
    },
  );

  it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'BSD', 'SEE LICENSE IN LICENSE', 'UNLICENSED', ''])(
    'refuses %j',
    (licence) => {
      expect(problems([package_(licence)])).toEqual([`left-pad 1.2.3: ${licence} is not on the list`]);
    },
  );

  it('refuses a package without a licence', () => {
    expect(problems([package_(null)])).toEqual(['left-pad 1.2.3: no licence is not on the list']);
  });

  it('takes what an exception names, in the versions and under the licence that it names', () => {
    expect(problems([package_('GPL-3.0-only')], [exception()])).toEqual([]);
    expect(problems([package_(null)], [exception({ licence: null })])).toEqual([]);
  });

  it.each([
    ['another version', package_('GPL-3.0-only', '2.0.0')],
    ['another licence', package_('AGPL-3.0-only')],
    ['another package', { ...package_('GPL-3.0-only'), name: 'right-pad' }],
  ])('refuses %s than that of the exception, which then applies to nothing', (_, one) => {
    expect(problems([one], [exception()])).toEqual([
      `${one.name} ${one.version}: ${one.licence} is not on the list`,
      'the exception for left-pad ^1.0.0 applies to nothing: remove it',
    ]);
  });

  it('refuses an exception for a package that is gone, or that the list allows by now', () => {
    const unneeded = ['the exception for left-pad ^1.0.0 applies to nothing: remove it'];
    expect(problems([], [exception()])).toEqual(unneeded);
    expect(problems([package_('MIT')], [exception({ licence: 'MIT' })])).toEqual(unneeded);
  });

  it('knows every identifier of the list, and the date when exceptions were checked', () => {
    for (const id of ALLOWED_LICENCES) expect(licenceProblems([package_(id)], ALLOWED_LICENCES, [])).toEqual([]);
    for (const { since, reason } of LICENCE_EXCEPTIONS) {
      expect(new Date(since).toISOString()).toBe(`${since}T00:00:00.000Z`);
      expect(reason).not.toBe('');
    }
  });
});
