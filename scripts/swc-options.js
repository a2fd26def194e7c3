// How TypeScript becomes JavaScript outside `npm run build`: in Jest and in scripts. It must mean the same as
// tsconfig.json, above all for decorators (Nest's injection reads their metadata) and for class fields.

/** @type {import('@swc/core').Options} */
const shared = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  // import() becomes require(): neither Jest nor the require hook could load a TypeScript file by the ESM loader.
  module: { type: 'commonjs', ignoreDynamic: false },
};

/** @type {import('@swc/core').Options} */
const typescript = {
  ...shared,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
  },
};

/** @type {import('@swc/core').Options} */
const javascript = {
  ...shared,
  jsc: { target: 'es2023', parser: { syntax: 'ecmascript' }, keepClassNames: true },
};

module.exports = { typescript, javascript };
