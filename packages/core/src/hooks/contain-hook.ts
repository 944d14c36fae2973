import { describeError, HermesError } from '../contracts/errors.js'

/** The time limit of a hook, in milliseconds. */
export const hookLimitMs = 30_000

export interface HookBounds {
  readonly limitMs: number
  readonly signal: AbortSignal
}

export type Contained<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `problem` says why there is no value; absent when the run was interrupted. */
  | { readonly ok: false; readonly problem?: HermesError }

/** Calls a hook with a time limit. Never throws. The outcome of a hook that takes too long is ignored. */
export function containHook<Value>(
  name: string,
  call: () => Promise<Value> | Value,
  { limitMs, signal }: HookBounds,
): Promise<Contained<Value>> {
  return new Promise((resolve) => {
    const settle = (result: Contained<Value>) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve(result)
    }
    const leave = () => settle({ ok: false })
    const fail = (problem: HermesError) => settle({ ok: false, problem })
    const timer = setTimeout(
      () => fail(new HermesError('hook/time-limit', `${name} took longer than ${limitMs / 1000} s.`)),
      limitMs,
    )
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    attempt(call).then(
      (value) => settle({ ok: true, value }),
      (cause: unknown) => fail(new HermesError('hook/failed', `${name} failed: ${describeError(cause)}`, { cause })),
    )
  })
}

/** Also catches what a hook throws before it returns a promise. */
async function attempt<Value>(call: () => Promise<Value> | Value): Promise<Value> {
  return call()
}
