const COLUMNS = `id, account_id AS "accountId", password_hash AS "passwordHash", name, founding, created_at AS "createdAt",
  expires_at AS "expiresAt"`;

/**
 * By hand: it counts and inserts in one statement, which is the same without an account. `$1` id, `$2` account or null,
 * `$3` hash of the password, `$4` name, `$5` founding, `$6` hours that it is open, `$7` open registrations that an
 * account may have.
 */
export const INSERT_REGISTRATION = `
  INSERT INTO registrations (id, account_id, password_hash, name, founding, expires_at)
  SELECT $1, id, $3, $4, $5, now() + make_interval(hours => $6) FROM accounts a
  WHERE id = $2 AND $7 > (SELECT count(*) FROM registrations WHERE account_id = a.id AND expires_at > now())
  RETURNING ${COLUMNS}`;

/** By hand: it returns the row that it changes. `$1` id, `$2` hours that it stays open from now on. */
export const PROLONG_REGISTRATION = `
  WITH prolonged AS (
    UPDATE registrations SET expires_at = now() + make_interval(hours => $2)
    WHERE id = $1 AND expires_at > now() RETURNING *
  ) SELECT ${COLUMNS} FROM prolonged`;
