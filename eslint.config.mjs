import tseslint from 'typescript-eslint';

/** Files that print for a person or a log collector by their nature. */
const ENTRY_POINTS = ['src/*.ts', 'src/demo/**', 'scripts/**', 'bench/**'];

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'coverage/', 'data/', 'bench/results/', 'src/metadata.ts'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSEnumDeclaration',
          message: 'Use a union of string literals: it needs no import and no mapping.',
        },
      ],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        // The codes of a feature are used as a type only: their declaration is what counts.
        { argsIgnorePattern: '^_', varsIgnorePattern: '^CODES$', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],

      // A class imported as a type loses its decorator metadata, and Nest could no longer inject it.
      '@typescript-eslint/consistent-type-imports': 'off',
      // A Nest module is a class with nothing but its decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // A feature adds its error codes to those that there are.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // A DTO or an options class is a shape: object literals that have it are how both are made.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // noUncheckedIndexedAccess makes `!` the honest way to say "checked above".
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Values from outside need checks that their declared types call unnecessary.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A handler that answers at once still declares the promise that its interface asks for.
      '@typescript-eslint/require-await': 'off',
      // String() of an unknown header or metadata value is meant.
      '@typescript-eslint/no-base-to-string': 'off',
      // query<Row>() states what the statement answers with; nothing else could.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    // Long rows of marks make the runtime's own take minutes. The command line has no part in it.
    files: ['src/**/*.ts'],
    ignores: ['src/common/text/normal-form.ts', 'src/command-line/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': ['error', { property: 'normalize', message: 'Use normalForm of src/common/text.' }],
    },
  },
  {
    // The half of the rule service-knows-no-framework that no import path shows.
    files: ['src/**/*.service.ts', 'src/**/*.repository.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@nestjs/common'],
              importNamePattern: 'Exception$',
              message: 'A refusal is a DomainError: it has a code and knows nothing of HTTP.',
            },
          ],
        },
      ],
    },
  },
  // The page's developer reads there why there is no chat.
  { files: ['src/visitor-ui/loader/**'], rules: { 'no-console': ['error', { allow: ['info'] }] } },
  { files: ENTRY_POINTS, rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', '**/*.spec.ts'],
    rules: {
      'no-console': 'off',
      // Bodies of HTTP answers are unknown JSON until an assertion looks into them.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
);
