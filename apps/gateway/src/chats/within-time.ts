/**
 * Gives work a signal that is aborted after `limitMs`, or with one of the other signals. `AbortSignal.timeout` would stay in memory for the whole
 * limit, however soon the work ends, and a gateway sends thousands of messages in that time.
 */
export async function withinTime<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  ...others: readonly AbortSignal[]
): Promise<Result> {
  const limit = new AbortController()
  const end = () => limit.abort(new DOMException('The time limit has passed.', 'TimeoutError'))
  const timer = setTimeout(end, limitMs)
  try {
    return await work(AbortSignal.any([limit.signal, ...others]))
  } finally {
    clearTimeout(timer)
  }
}
