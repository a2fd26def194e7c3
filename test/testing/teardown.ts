import { endPostgres } from '../support/database/provided-postgres';

/** Jest's globalTeardown. */
export default endPostgres;
