import { HermesError } from '@hermes/core'

/**
 * Waits for `work` for at most `limitMs`.
 *
 * @throws {HermesError} `tool/time-limit`, naming `what`.
 */
export async function withinLimit<Value>(work: Promise<Value>, limitMs: number, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new HermesError('tool/time-limit', `${what} took longer than ${limitMs / 1000} s.`))
    timer = setTimeout(giveUp, limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
