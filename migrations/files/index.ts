import { CreateFiles1795000320000 } from './1795000320000-create-files';
import { CreateFileSettings1795000321000 } from './1795000321000-create-file-settings';
import { SearchFiles1795000380000 } from './1795000380000-search-files';
import { ScanFiles1795000390000 } from './1795000390000-scan-files';
import { IndexScannedFiles1795000400000 } from './1795000400000-index-scanned-files';
import { ShareFiles1795000480000 } from './1795000480000-share-files';
import { IndexSharedFiles1795000481000 } from './1795000481000-index-shared-files';
import { OrderFiles1795000530000 } from './1795000530000-order-files';
import { DropFilesCounted1795000540000 } from './1795000540000-drop-files-counted';

export const FILES_MIGRATIONS = [
  CreateFiles1795000320000,
  CreateFileSettings1795000321000,
  SearchFiles1795000380000,
  ScanFiles1795000390000,
  IndexScannedFiles1795000400000,
  ShareFiles1795000480000,
  IndexSharedFiles1795000481000,
  OrderFiles1795000530000,
  DropFilesCounted1795000540000,
];
