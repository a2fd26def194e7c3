import type { AdvisoryException } from './advisories';
import type { LicenceException } from './licences';

/** Licences that go with Apache-2.0 and ask for no more than to be named. Identifiers of SPDX. */
export const ALLOWED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
];

/** Packages that come with another licence, or do not name theirs as SPDX does. Each was read. */
export const LICENCE_EXCEPTIONS: readonly LicenceException[] = [
  {
    package: 'duck',
    versions: '0.1.12',
    licence: 'BSD',
    reason: 'says BSD, which is no identifier; its LICENSE is the text of BSD-2-Clause',
    since: '2026-11-24',
  },
  {
    package: 'pause',
    versions: '0.0.1',
    licence: null,
    reason: 'its package.json has none; its Readme.md has the text of MIT',
    since: '2026-11-24',
  },
  {
    package: 'ical.js',
    versions: '^2.2.1',
    licence: 'MPL-2.0',
    reason: 'asks for the source of its own files where these are changed; they are used as they come',
    since: '2026-11-27',
  },
  {
    package: 'web-push',
    versions: '^3.6.7',
    licence: 'MPL-2.0',
    reason: 'asks for the source of its own files where these are changed; they are used as they come',
    since: '2026-11-24',
  },
];

/** Advisories that do not matter here, each with why. */
export const ADVISORY_EXCEPTIONS: readonly AdvisoryException[] = [];
