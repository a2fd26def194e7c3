import { instant } from '../common/database/instant.sql';

/** The preferences as they are answered. */
const RECORD = `
  json_build_object('locale', locale, 'timezone', timezone, 'theme', theme, 'undoSendSeconds', undo_send_seconds,
    'signature', signature,
    'notifications', json_build_object('newConversation', new_conversation, 'assigned', assigned,
      'customerReply', customer_reply, 'slaWarning', sla_warning, 'slaBreach', sla_breach,
      'quietHours', CASE WHEN quiet_hours_start IS NOT NULL
        THEN json_build_object('start', quiet_hours_start, 'end', quiet_hours_end) END),
    'updatedAt', ${instant('updated_at')}) AS preferences`;

const COLUMNS = `locale, timezone, theme, undo_send_seconds, signature, new_conversation, assigned, customer_reply,
  sla_warning, sla_breach, quiet_hours_start, quiet_hours_end`;
const VALUES = '$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13';

/** `$1` account. No row where the account never saved its preferences. */
export const GET_PREFERENCES = `SELECT ${RECORD} FROM account_preferences WHERE account_id = $1`;

/** Keeps other writers out until the transaction ends. */
export const LOCK_PREFERENCES = `${GET_PREFERENCES} FOR NO KEY UPDATE`;

/** `$1` account, `$2` to `$13` the columns. Where somebody else is saving for the first time, it waits for them. */
export const INSERT_IF_NEW = `
  INSERT INTO account_preferences (account_id, ${COLUMNS}) VALUES ($1, ${VALUES}) ON CONFLICT (account_id) DO NOTHING`;

/** Parameters as above. The time is that of the statement, under the lock, so that it never goes back. */
export const SAVE_PREFERENCES = `
  UPDATE account_preferences SET (${COLUMNS}) = (${VALUES}), updated_at = clock_timestamp()
  WHERE account_id = $1 RETURNING ${RECORD}`;
