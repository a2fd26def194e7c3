import { CreateContacts1795000040000 } from './1795000040000-create-contacts';
import { CreateContactIndex1795000041000 } from './1795000041000-create-contact-index';
import { CreateContactErasures1795000043000 } from './1795000043000-create-contact-erasures';
import { CreateContactImports1795000044000 } from './1795000044000-create-contact-imports';
import { ReadFilesOfOthers1795000230000 } from './1795000230000-read-files-of-others';

export const CONTACTS_MIGRATIONS = [
  CreateContacts1795000040000,
  CreateContactIndex1795000041000,
  CreateContactErasures1795000043000,
  CreateContactImports1795000044000,
  ReadFilesOfOthers1795000230000,
];
