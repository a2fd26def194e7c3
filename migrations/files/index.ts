import { CreateFiles1795000320000 } from './1795000320000-create-files';

export const FILES_MIGRATIONS = [CreateFiles1795000320000];
