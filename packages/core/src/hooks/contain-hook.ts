import { describeError, HermesError } from '../contracts/errors/errors.js'

/** The time limit of a hook, in milliseconds. */
export const hookLimitMs = 30_000

export interface HookBounds {
  readonly limitMs: number
  /** Ends the wait. Absent for hooks that must also run after an interrupt. */
  readonly signal?: AbortSignal
}

export type Contained<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `problem` says why there is no value. Absent when the run was interrupted. */
  | { readonly ok: false; readonly problem?: HermesError }

/** Calls a hook with a time limit. Never throws. The outcome of a hook that takes too long is ignored. */
export async function containHook<Value>(
  name: string,
  call: () => Promise<Value> | Value,
  bounds: HookBounds,
): Promise<Contained<Value>> {
  if (bounds.signal?.aborted) return { ok: false }
  try {
    const value = call()
    if (isLater(value)) return await withinLimit(name, value, bounds)
    // A value that is available at once needs no limit.
    return bounds.signal?.aborted ? { ok: false } : { ok: true, value }
  } catch (cause) {
    return failed(name, cause)
  }
}

function withinLimit<Value>(
  name: string,
  pending: PromiseLike<Value>,
  { limitMs, signal }: HookBounds,
): Promise<Contained<Value>> {
  return new Promise((resolve) => {
    const settle = (result: Contained<Value>) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      resolve(result)
    }
    const leave = () => settle({ ok: false })
    const isLate = () => {
      const problem = new HermesError('hook/time-limit', `${name} took longer than ${limitMs / 1000} s.`)
      settle({ ok: false, problem })
    }
    const timer = setTimeout(isLate, limitMs)
    signal?.addEventListener('abort', leave, { once: true })
    pending.then(
      (value) => settle({ ok: true, value }),
      (cause: unknown) => settle(failed(name, cause)),
    )
  })
}

function isLater<Value>(value: PromiseLike<Value> | Value): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value
}

function failed(name: string, cause: unknown): Contained<never> {
  return { ok: false, problem: new HermesError('hook/failed', `${name} failed: ${describeError(cause)}`, { cause }) }
}
