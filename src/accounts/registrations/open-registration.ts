import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { RegistrationClosed } from '../accounts.errors';

/**
 * Whether an address can become an account without an invitation. Checked where a registration begins, and where an
 * earlier one would be completed: otherwise those from before registration was closed would stay a way in.
 */
@Injectable()
export class OpenRegistration {
  constructor(private readonly settings: Settings) {}

  /** @throws RegistrationClosed 403 */
  ensure(): void {
    if (this.settings.values.REGISTRATION !== 'open') throw new RegistrationClosed();
  }
}
