import { CannotStart } from '../config/cannot-start';

/** Why there is no backup, or why one is not restored: one line for the operator. */
export class BackupRefused extends CannotStart {}

export class DamagedBackup extends BackupRefused {
  constructor(file: string) {
    super(`${file} is damaged or cut off. Nothing was changed. Use another copy of it.`);
  }
}
