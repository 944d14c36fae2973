/** A signal of one's own that follows another one. */
export interface FollowingSignal extends Disposable {
  readonly signal: AbortSignal
  abort(reason: unknown): void
}

/**
 * What `AbortSignal.any` does, for signals that live for one call: it keeps weak references, whose price is a good part of what
 * an ordinary call costs. To be disposed when the work has ended; from then on it follows no more.
 */
export function followSignal(leader: AbortSignal): FollowingSignal {
  const own = new AbortController()
  const follow = () => own.abort(leader.reason)
  if (leader.aborted) follow()
  else leader.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    [Symbol.dispose]: () => leader.removeEventListener('abort', follow),
  }
}
