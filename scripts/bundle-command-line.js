// The command line as one file that needs nothing but Node: it starts sooner than its parts, and can be copied to any
// machine.
const esbuild = require('esbuild');
const { appendFileSync, readFileSync, readdirSync } = require('node:fs');
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
    logLevel: 'warning',
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  appendFileSync(outfile, licences(inputs));
  return inputs;
}

/** Of the packages that are in it: they go with it wherever it goes. */
function licences(inputs) {
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name}: ${license}\n${file ? readFileSync(path.join(root, folder, file), 'utf8').trim() : ''}`;
  });
  return `\n/*\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

module.exports = { bundleCommandLine };
