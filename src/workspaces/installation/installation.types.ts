import type { SignedIn } from '../../accounts/proven-accounts.service';
import type { Workspace } from '../workspace.entity';

/** What a program must know before it can offer to sign in. */
export interface InstallationState {
  needsSetup: boolean;
  registration: 'open' | 'invitation';
  mail: 'smtp' | 'files' | null;
}

export interface FirstAccount extends SignedIn {
  workspace: Workspace;
}
