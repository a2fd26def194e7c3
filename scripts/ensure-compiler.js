// Ends the process with a remedy if the packages that compile Parley are not installed.
const PACKAGES = ['@swc/core', 'esbuild', 'typescript'];

const REMEDY = `Parley is not compiled for these sources, and the compiler is not installed: npm leaves out development packages
if NODE_ENV is production. Compile first, then remove them:

  npm ci --include=dev && npm run build && npm prune --omit=dev

Then start Parley with \`npm start\` or \`node dist/src/main.js\`.`;

function ensureCompiler() {
  if (PACKAGES.every(isInstalled)) return;
  console.error(REMEDY);
  process.exit(1);
}

function isInstalled(name) {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

module.exports = { ensureCompiler };
