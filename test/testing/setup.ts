import { providePostgres } from '../support/database/provided-postgres';

/** Jest's globalSetup for features of other packages: one PostgreSQL server for all suites. */
export default providePostgres;
