import type { AccessFiles } from './access-files';

/** How the embedded server is set up; everything else is PostgreSQL's default. */
export interface ServerSettings {
  socketFolder: string;
  access: AccessFiles;
  /** false only for data that nobody will miss: the tests' own databases. */
  durable: boolean;
}

/** Arguments for `postgres`: on the command line, so that a data directory follows the version of this code. */
export function serverArguments({ socketFolder, access, durable }: ServerSettings): string[] {
  const settings: Record<string, string> = {
    // Reachable through the socket's folder and in no other way.
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: access.hba,
    ident_file: access.ident,
    max_connections: '200',
    shared_buffers: '128MB',
    // Compiling plans costs more than it gains on queries that take milliseconds.
    jit: 'off',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A statement, a parameter or a constraint's detail can hold a secret. Errors reach the application, which logs
    // them its own way, so the server's log is left to starts, stops and crashes.
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
