import { CreateRetentionSettings1795000151000 } from './1795000151000-create-retention-settings';
import { IndexWhatIsOld1795000152000 } from './1795000152000-index-what-is-old';
import { AddOtherRetentionDays1795000171000 } from './1795000171000-add-other-retention-days';

export const RETENTION_MIGRATIONS = [
  CreateRetentionSettings1795000151000,
  IndexWhatIsOld1795000152000,
  AddOtherRetentionDays1795000171000,
];
