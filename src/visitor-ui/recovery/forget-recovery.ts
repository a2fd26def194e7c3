/** What recovery.ts has counted is nobody's business. */
export function forgetRecovery(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('again')) return;
  address.searchParams.delete('again');
  history.replaceState(null, '', address);
}
