import type { AccessFiles } from './access-files';

/** Settings of the embedded server. All others are PostgreSQL's defaults. */
export interface ServerSettings {
  socketFolder: string;
  access: AccessFiles;
  /** Use false for databases of tests only. */
  durable: boolean;
}

/** Command-line arguments for `postgres`, so that the settings follow the version of this code and not the data directory. */
export function serverArguments({ socketFolder, access, durable }: ServerSettings): string[] {
  const settings: Record<string, string> = {
    // Listen on the socket only.
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: access.hba,
    ident_file: access.ident,
    max_connections: '200',
    shared_buffers: '128MB',
    // JIT compilation costs more than it saves for queries that take milliseconds.
    jit: 'off',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, parameters and details of constraints can contain secrets. The application receives and logs errors
    // itself, so the server only logs starts, stops and crashes.
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
