/**
 * Call it before the focused element disappears. Moves the focus to the composer, or to the log if the composer is
 * disabled or would open an on-screen keyboard.
 */
export function passFocus(): void {
  const place = matchMedia('(pointer:fine)').matches ? 'textarea:enabled' : null;
  const next = (place && document.querySelector<HTMLElement>(place)) || document.querySelector<HTMLElement>('.log');
  next?.focus();
}
