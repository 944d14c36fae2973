import { createContext, Script } from 'node:vm'
import { type Attack, attackText } from './attack-texts.js'

/** Searches like the product: for the first match, or for all. */
const search = new Script(`
  for (const text of texts) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null && pattern.global; match = pattern.exec(text))
      if (match[0] === '') pattern.lastIndex += 1
  }
`)

/** In characters. */
const shortText = 8_000
const longer = 4
/** Enough repetitions to make a quadratic search measurably slow. */
const manyRepeats = 500

/** Faster searches are not examined further. */
const screeningMs = 2
/** Quadratic searches are among the slowest. */
const mostSuspects = 4
/** In CPU time. Four times the text takes a linear search four times as long, and a quadratic one 16 times. */
const slowMs = 20
const slowGrowth = 9
const furtherVerdicts = 2
/** Longer searches stand out of the noise. */
const decisiveMs = 200
/** In wall-clock time. */
const patienceMs = 1_500
const never = Number.POSITIVE_INFINITY

/** The first attack with superlinear time, with the times of a short and a long text. */
export function slowAttack(pattern: RegExp, attacks: readonly Attack[]): string | undefined {
  const trials = attacks.map((attack) => {
    const length = Math.max(shortText, attack.unit.length * manyRepeats)
    return { attack, length, text: attackText(attack, length) }
  })
  const texts = trials.map(({ text }) => text)
  if (searchTime(pattern, texts, 20 * screeningMs) < screeningMs) return undefined
  const suspects = []
  for (const trial of trials) {
    const before = searchTime(pattern, [trial.text], patienceMs)
    if (before === never && searchTime(pattern, [trial.text], patienceMs) === never) return told(trial.attack, before)
    if (before > screeningMs) suspects.push({ ...trial, before })
  }
  suspects.sort((left, right) => right.before - left.before)
  for (const { attack, length, text } of suspects.slice(0, mostSuspects)) {
    const longText = attackText(attack, length * longer)
    // The collection of garbage counts as CPU time, too: a slow search is slow each time.
    const times = superlinearTimes(pattern, text, longText)
    if (!times) continue
    const [, after] = times
    if (after > decisiveMs) return told(attack, ...times)
    const others = Array.from({ length: furtherVerdicts }, () => superlinearTimes(pattern, text, longText))
    if (!others.includes(undefined)) return told(attack, ...times)
  }
  return undefined
}

/** The times of both searches if the longer one takes too long. */
function superlinearTimes(pattern: RegExp, text: string, longText: string): readonly [number, number] | undefined {
  const before = fastest(pattern, text, screeningMs)
  if (before < screeningMs) return undefined
  const after = fastest(pattern, longText, slowGrowth * before)
  return after > slowMs && after > slowGrowth * before ? [before, after] : undefined
}

function told(attack: Attack, before: number, after = never): string {
  return `${JSON.stringify(attack)} takes ${before.toFixed(1)} ms, ${longer} times as much ${after.toFixed(1)} ms`
}

/** The faster of two tries if the first is too slow, to ignore other work on the machine. */
function fastest(pattern: RegExp, text: string, enough: number): number {
  const time = searchTime(pattern, [text], 4 * patienceMs)
  return time <= enough || time === never ? time : Math.min(time, searchTime(pattern, [text], 4 * patienceMs))
}

const context = createContext({})

/** The CPU time of a search in milliseconds; `never` if it does not end in time. */
function searchTime(pattern: RegExp, texts: readonly string[], timeout: number): number {
  Object.assign(context, { pattern: new RegExp(pattern), texts })
  const start = process.cpuUsage()
  try {
    search.runInContext(context, { timeout })
  } catch (cause) {
    if (isTimeout(cause)) return never
    throw cause
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The error comes from another realm with its own `Error`. */
function isTimeout(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
