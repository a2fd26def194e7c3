/** Removes the counter of recovery.ts from the address. */
export function forgetRecovery(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('again')) return;
  address.searchParams.delete('again');
  history.replaceState(null, '', address);
}
