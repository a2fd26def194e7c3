import { ofInstallation } from '../common/feature/table-policy';

export const ACCOUNTS_TABLES = {
  account_addresses: ofInstallation(),
  accounts: ofInstallation(),
  email_tokens: ofInstallation(),
  local_identities: ofInstallation(),
  registrations: ofInstallation(),
  sessions: ofInstallation(),
};
