const TICK_MS = 250;

/**
 * Passes on what happens around a game: whether the window gets or loses attention, that the network is back, and
 * time. The function it returns stops that.
 */
export function listening(
  seen: (event: 'focus' | 'blur') => void,
  online: () => void,
  tick: () => void,
): () => void {
  const onFocus = (): void => seen('focus');
  const onBlur = (): void => seen('blur');
  addEventListener('focus', onFocus);
  addEventListener('blur', onBlur);
  addEventListener('online', online);
  const timer = setInterval(tick, TICK_MS);
  return () => {
    removeEventListener('focus', onFocus);
    removeEventListener('blur', onBlur);
    removeEventListener('online', online);
    clearInterval(timer);
  };
}
