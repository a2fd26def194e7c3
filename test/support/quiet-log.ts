import { logTo } from '../../src/common/logging/logger';

/** Jest's setupFiles: what a test provokes on purpose is no line of the run's output. A service of a test keeps its log (`parley.log`). */
logTo({ write: () => undefined });
