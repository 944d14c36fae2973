import { createContext, Script } from 'node:vm'
import { type Attack, attackText } from './attack-texts.js'

/** Searches as the product would: for the first match, or for all of them. */
const search = new Script(`
  for (const text of texts) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null && pattern.global; match = pattern.exec(text))
      if (match[0] === '') pattern.lastIndex += 1
  }
`)

const shortText = 8_000
const longText = 4 * shortText
/** So many repeats make a search that begins anew at each of them slow enough to be seen. */
const manyRepeats = 500

/** What is faster than this is not looked at again. */
const screeningMs = 2
/** In processor time. Four times the text takes a linear search four times as long, and a quadratic one sixteen times. */
const slowMs = 20
const slowGrowth = 8
const patienceMs = 5_000

/** The first of the attacks that makes the pattern's time grow faster than the text, and the times of a text and one four times as long. */
export function slowAttack(pattern: RegExp, attacks: readonly Attack[]): string | undefined {
  const sizeOf = ({ unit }: Attack) => Math.max(shortText, unit.length * manyRepeats)
  const texts = attacks.map((attack) => attackText(attack, sizeOf(attack)))
  if (searchTime(pattern, texts, 20 * screeningMs) < screeningMs) return undefined
  for (const [index, attack] of attacks.entries()) {
    const short = [texts[index] ?? '']
    if (fastest(pattern, short) < screeningMs) continue
    const long = fastest(pattern, [attackText(attack, (sizeOf(attack) * longText) / shortText)])
    const before = fastest(pattern, short)
    if (long > slowMs && long > slowGrowth * before)
      return `${JSON.stringify(attack)} takes ${before.toFixed(1)} ms, four times as much ${long.toFixed(1)} ms`
  }
  return undefined
}

function fastest(pattern: RegExp, texts: readonly string[]): number {
  return Math.min(...[1, 2, 3].map(() => searchTime(pattern, texts, patienceMs)))
}

const context = createContext({})

/** The processor time of a search, in milliseconds; `Infinity` where it does not end in time. */
function searchTime(pattern: RegExp, texts: readonly string[], timeout: number): number {
  Object.assign(context, { pattern: new RegExp(pattern), texts })
  const start = process.cpuUsage()
  try {
    search.runInContext(context, { timeout })
  } catch (cause) {
    if (isTimeout(cause)) return Number.POSITIVE_INFINITY
    throw cause
  }
  return process.cpuUsage(start).user / 1000
}

/** The error comes from another realm, where `Error` is another class. */
function isTimeout(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
