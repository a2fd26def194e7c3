import { CreateRetentionSettings1795000151000 } from './1795000151000-create-retention-settings';
import { IndexWhatIsOld1795000152000 } from './1795000152000-index-what-is-old';

export const RETENTION_MIGRATIONS = [CreateRetentionSettings1795000151000, IndexWhatIsOld1795000152000];
