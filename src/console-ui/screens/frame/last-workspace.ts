const KEY = 'parley.workspace';

/** Of this browser. Storage may be missing or refuse. */
export const lastWorkspace = {
  read(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write(workspaceId: string): void {
    try {
      localStorage.setItem(KEY, workspaceId);
    } catch {
      // The next start shows the list.
    }
  },
};
