import { CannotStart } from '../config/cannot-start';

/** Why a backup cannot be made or restored: one line for the operator. */
export class BackupRefused extends CannotStart {}

export class DamagedBackup extends BackupRefused {
  constructor(file: string) {
    super(`${file} is damaged or incomplete. Nothing was changed. Use another copy of it.`);
  }
}
