import { CreateFiles1795000320000 } from './1795000320000-create-files';
import { CreateFileSettings1795000321000 } from './1795000321000-create-file-settings';
import { SearchFiles1795000380000 } from './1795000380000-search-files';

export const FILES_MIGRATIONS = [CreateFiles1795000320000, CreateFileSettings1795000321000, SearchFiles1795000380000];
