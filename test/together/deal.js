// Brings suites in as one file, so that the application is loaded once for all of them.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '../..');

/** Each group is loaded once: the more there are, the more is loaded; the fewer, the longer the last one runs alone. */
const GROUPS = 3;

/**
 * What mocks a module, or keeps a snapshot beside itself, is a file of its own, and so is what starts a service with features of
 * its own: their scopes and fields are known to the whole process.
 */
const APART = /\bjest\.mock\(|\.toMatchSnapshot\(|\bstartParley\(\{ features\b/;

/** Only suites whose path fits are brought in. The setting reaches Jest's workers, and the folder of groups is one. */
const ONLY = new RegExp(process.env.TEST_ONLY ?? '');

const suites = ['src', 'test']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter((name) => name.endsWith('.spec.ts') && ONLY.test(name))
  .sort();
const apart = suites.filter((suite) => APART.test(readFileSync(path.join(root, suite), 'utf8')));
const dealt = suites.filter((suite) => !apart.includes(suite));

/** The suites that run as files of their own, from the root. */
exports.apart = apart;

/** The files of the groups that have suites, from the root. */
exports.groups = Array.from(
  { length: Math.min(GROUPS, dealt.length) },
  (_, group) => `test/together/${group}.group.js`,
);

/** Brings in every third suite, from the given one. */
exports.bringInGroup = (group) => bringIn(dealt.filter((_, index) => index % GROUPS === group));

/** Each below its name. */
function bringIn(some) {
  for (const suite of some) {
    describe(suite, () => {
      require(path.join(root, suite));
    });
  }
}
exports.bringIn = bringIn;
