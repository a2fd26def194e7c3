// The one rule of ours that oxlint does not have: its plugins are written as ESLint's are.
const rule = {
  create: (context) => ({
    TSEnumDeclaration: (node) =>
      context.report({ node, message: 'Use a union of string literals: it needs no import and no mapping.' }),
  }),
};

export default { meta: { name: 'parley' }, rules: { 'no-enums': rule } };
