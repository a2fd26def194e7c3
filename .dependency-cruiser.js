// The arrows between the parts of src, as docs/architecture.md draws them. Imports of types count like any other.
// Every folder of src but common and config is a feature: a new one is held to the rules without being listed here.
const FEATURE = '^src/(?!common/|config/)([^/]+)/';

// The folders of src/common, the lowest layer first: a folder uses those of the layers below it.
const LAYERS = [
  ['errors', 'event-types', 'metrics', 'text', 'time', 'tracing'],
  ['operations', 'secrets', 'validation'],
  ['feature', 'request'],
  ['logging', 'registry'],
  ['compute', 'database', 'outbound', 'redis'],
  ['erasure', 'jobs', 'resealing'],
  ['audit', 'auth', 'events', 'rate-limit'],
  ['http', 'idempotency', 'mail'],
];

// The folders that turn what customers upload into answers, the lowest first: a folder uses those before it, all of their files.
const ROOMS = ['language', 'documents', 'retrieval', 'sources', 'knowledge-gaps', 'knowledge-tests'];

/**
 * What every feature may use of another one. Words, sentences and documents are pure functions of a text. A citation has one shape,
 * as has an SLA clock in the answer of its request and in those about milestones. All operations that open a session answer alike,
 * and answers are shown to members as to visitors.
 */
const SHARED = [
  '[.](service|module|port|types)[.]ts$',
  '-events[.]ts$',
  '^src/language/',
  '^src/audit-chain/',
  '^src/models/citation',
  '^src/files/scanned-file[.]dto[.]ts$',
  '^src/support/sla-clock[.]dto[.]ts$',
  '^src/retrieval/knowledge[.]dto[.]ts$',
  '^src/visitor/messages/(blocks|visitor-message[.]dto)[.]ts$',
  '^src/accounts/(account-fields|sessions/session[.]dto|sessions/calling-program[.]decorator)[.]ts$',
];

/** What a folder of each layer may not use: its neighbours, what lies above it, and what stands in no layer. */
const COMMON_IN_LAYERS = LAYERS.map((layer, index) => ({
  name: 'common-in-layers',
  comment:
    'A folder of src/common uses folders of lower layers only, so that each can be read, tested and replaced knowing only ' +
    'what lies below it.',
  severity: 'error',
  from: { path: `^src/common/(${layer.join('|')})/`, pathNot: '[.]spec[.]ts$' },
  to: { path: `^src/common/(?!(${LAYERS.slice(0, index).flat().join('|') || '-'})/)`, pathNot: '^src/common/$1/' },
}));

/** The two lowest know no feature at all. */
const KNOWLEDGE_IN_LAYERS = ROOMS.map((room, index) => ({
  name: 'knowledge-in-layers',
  comment:
    'Texts are cut into words, documents into passages, passages are indexed and found, and sources fill the index. Each of ' +
    'these folders uses those below it, and none above it; the two lowest use no other feature.',
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '[.]spec[.]ts$' },
  to: {
    path: index < 2 ? FEATURE : `^src/(${ROOMS.slice(index + 1).join('|') || '-'})/`,
    pathNot: `^src/(${ROOMS.slice(0, index + 1).join('|')})/`,
  },
}));

const FEATURE_THROUGH_SERVICE = [
  { from: { path: FEATURE, pathNot: `^src/(${ROOMS.join('|')})/` }, own: '^src/$1/' },
  ...ROOMS.map((room, index) => ({
    from: { path: `^src/${room}/` },
    own: `^src/(${ROOMS.slice(0, index + 1).join('|')})/`,
  })),
].map(({ from: { path, pathNot }, own }) => ({
  name: 'feature-through-service',
  comment:
    'A feature uses another one through its service, its events, its port or its types; its module is imported to inject them. ' +
    'Tables, entities and requests stay private, so that they can change without a search through the tree.',
  severity: 'error',
  from: { path, pathNot: ['[.]spec[.]ts$', ...(pathNot ? [pathNot] : [])] },
  to: { path: FEATURE, pathNot: [own, ...SHARED] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'common-knows-no-feature',
      comment:
        'src/common holds mechanisms that every feature uses. One that knows a feature cannot be understood alone; ' +
        'let the feature register itself with the mechanism, or pass what is needed.',
      severity: 'error',
      from: { path: '^src/(common|config)/' },
      to: { path: [FEATURE, '^src/[^/]+[.]ts$'] },
    },
    ...COMMON_IN_LAYERS,
    {
      name: 'controller-service-repository',
      comment:
        'A controller makes one call and one mapping. Rules and transactions live in the service, SQL in the repository; ' +
        'a controller that reaches past its service skips both.',
      severity: 'error',
      from: { path: '[.]controller[.]ts$' },
      to: { path: ['[.]repository[.]ts$', 'node_modules/typeorm/', 'node_modules/@nestjs/typeorm/'] },
    },
    {
      name: 'service-knows-no-framework',
      comment:
        'Services state rules; how they are reached (HTTP, Swagger) and how rows are fetched (TypeORM) is for controllers ' +
        'and repositories. Refusals are DomainErrors; oxlint keeps HttpException out, which comes from a package they need.',
      severity: 'error',
      from: { path: '[.]service[.]ts$' },
      to: {
        path: [
          'node_modules/(@nestjs/(swagger|platform-express|typeorm)|@types/express(-serve-static-core)?|express|typeorm)/',
          '[.]controller[.]ts$',
        ],
      },
    },
    ...FEATURE_THROUGH_SERVICE,
    ...KNOWLEDGE_IN_LAYERS,
    {
      name: 'support-knows-no-sla',
      comment:
        'SLA follows the events of support requests and calls their service. Requests work without SLA, so each is read alone.',
      severity: 'error',
      from: { path: '^src/support/' },
      to: { path: '^src/sla/' },
    },
    {
      name: 'conversations-know-no-inbox',
      comment:
        'src/conversations is the record of conversations, which chat, mail, visitors and members share. It knows none of them: ' +
        'the inbox, where members work, uses the record.',
      severity: 'error',
      from: { path: '^src/conversations/' },
      to: { path: '^src/(inbox|chat|visitor|email|support|sla)/' },
    },
    {
      name: 'command-line-stands-alone',
      comment:
        'The command line runs where no server is, and starts in the time of a key press: it knows the service by its API ' +
        'and by what seals an audit log only, and loads neither Nest nor TypeORM.',
      severity: 'error',
      from: { path: ['^src/command-line/', '^src/cli[.]ts$'], pathNot: '[.]spec[.]ts$' },
      to: {
        path: [
          '^src/(?!command-line/|audit-chain/|cli[.]ts$)',
          'node_modules/(@nestjs|typeorm|pg|express|class-validator)/',
        ],
      },
    },
    {
      name: 'visitor-ui-stands-alone',
      comment:
        'It runs in the browsers of visitors and knows the service by its API only: what it imports, every visitor loads. The ' +
        'service sends the files that it was built into, and imports none of it.',
      severity: 'error',
      from: { path: '^src/visitor-ui/', pathNot: '[.]spec[.]ts$' },
      to: { path: ['^src/(?!visitor-ui/)', 'node_modules/(?!(preact|eventsource-parser)/)'] },
    },
    {
      name: 'nobody-imports-visitor-ui',
      comment: 'It is no module of the service: TypeScript and Nest do not even compile it together with the rest.',
      severity: 'error',
      from: { path: '^(src|migrations|test|bench)/', pathNot: '^src/visitor-ui/' },
      to: { path: '^src/visitor-ui/' },
    },
    {
      name: 'console-ui-stands-alone',
      comment:
        'It runs in the browsers of members and knows the service by its API only. The service sends the files that it was ' +
        'built into, and imports none of it.',
      severity: 'error',
      from: { path: '^src/console-ui/', pathNot: '[.]spec[.]tsx?$' },
      to: { path: '^src/(?!console-ui/)' },
    },
    {
      name: 'console-ui-stands-alone',
      comment: 'It is no module of the service: TypeScript and Nest do not even compile it together with the rest.',
      severity: 'error',
      from: { path: '^(src|migrations|test|bench)/', pathNot: '^src/console-ui/' },
      to: { path: '^src/console-ui/' },
    },
    {
      name: 'console-live-knows-no-screens',
      comment: 'What follows the stream and keeps its records is tested without a browser, and serves every screen.',
      severity: 'error',
      from: { path: '^src/console-ui/live/', pathNot: '[.]spec[.]tsx?$' },
      to: {
        path: ['^src/console-ui/(screens|kit)/', 'node_modules/(react|react-dom|react-aria-components|@tanstack)/'],
      },
    },
    {
      name: 'console-widgets-come-from-the-kit',
      comment: 'One place decides how a button or a dialog looks, moves and is read out.',
      severity: 'error',
      from: { path: '^src/console-ui/', pathNot: '^src/console-ui/kit/' },
      to: { path: 'node_modules/react-aria-components/' },
    },
    {
      name: 'no-cycles',
      comment:
        'Files that need each other are one file in two halves, and with decorators the load order decides what is undefined.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'A migration does next year what it did today. One that imports from src would do something else, or nothing, when ' +
        'the code has changed.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },
    {
      name: 'src-knows-no-test',
      comment: 'Production code neither ships nor needs tests, benchmarks and tooling.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '[.]spec[.]ts$' },
      to: { path: ['^(test|bench|scripts)/', '[.]spec[.]ts$'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules'] },
    // Generated: it names every DTO and controller.
    exclude: { path: ['^src/metadata[.]ts$', '^dist/'] },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
