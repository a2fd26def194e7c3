// The command line as one file that needs nothing but Node: it starts sooner than its parts, and can be copied to any
// machine.
const esbuild = require('esbuild');
const path = require('node:path');
const { root } = require('./source-digest');
const { version } = require('../package.json');

/** Answers which files are in it, relative to the root. */
function bundleCommandLine(outfile) {
  const { metafile } = esbuild.buildSync({
    absWorkingDir: root,
    entryPoints: [path.join(root, 'src', 'cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    define: { PARLEY_VERSION: JSON.stringify(version) },
    // The licences of what is in it go with it.
    legalComments: 'eof',
    logLevel: 'warning',
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

module.exports = { bundleCommandLine };
