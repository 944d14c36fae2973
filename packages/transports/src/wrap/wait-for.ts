/** Waits for a promise that knows no signal; an abort ends the waiting, not the work. */
export async function waitFor<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted.promise, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
