import { createContext, Script } from 'node:vm'
import { type Attack, attackText } from './attack-texts.js'

/** Searches like the product does: for the first match, or for all. */
const search = new Script(`
  for (const text of texts) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null && pattern.global; match = pattern.exec(text))
      if (match[0] === '') pattern.lastIndex += 1
  }
`)

/** The length of the short text in characters. */
const shortText = 8_000
const longer = 4
/** The number of repetitions that makes a quadratic search measurably slow. */
const manyRepeats = 500

/** The time below which searches are not examined further. */
const screeningMs = 2
/** The maximum number of attacks to examine: quadratic searches are among the slowest. */
const mostSuspects = 4
/**
 * The CPU time that counts as slow, in milliseconds. For four times the text, a linear search takes four times as long,
 * and a quadratic one 16 times.
 */
const slowMs = 20
const slowGrowth = 9
const furtherVerdicts = 2
/** The time from which searches stand out from the noise. */
const decisiveMs = 200
/** The wall-clock time limit. */
const patienceMs = 1_500
const never = Number.POSITIVE_INFINITY

/** Returns the first attack with superlinear time, with the times of a short and a long text. */
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
    // Garbage collection counts as CPU time, too, but a slow search is slow each time.
    const times = superlinearTimes(pattern, text, longText)
    if (!times) continue
    const [, after] = times
    if (after > decisiveMs) return told(attack, ...times)
    const others = Array.from({ length: furtherVerdicts }, () => superlinearTimes(pattern, text, longText))
    if (!others.includes(undefined)) return told(attack, ...times)
  }
  return undefined
}

/** Returns the times of both searches if the longer one takes too long. */
function superlinearTimes(pattern: RegExp, text: string, longText: string): readonly [number, number] | undefined {
  const before = fastest(pattern, text, screeningMs)
  if (before < screeningMs) return undefined
  const after = fastest(pattern, longText, slowGrowth * before)
  return after > slowMs && after > slowGrowth * before ? [before, after] : undefined
}

function told(attack: Attack, before: number, after = never): string {
  return `${JSON.stringify(attack)} takes ${before.toFixed(1)} ms, ${longer} times as much ${after.toFixed(1)} ms`
}

/** Returns the faster of two tries if the first is too slow, to ignore other work on the machine. */
function fastest(pattern: RegExp, text: string, enough: number): number {
  const time = searchTime(pattern, [text], 4 * patienceMs)
  return time <= enough || time === never ? time : Math.min(time, searchTime(pattern, [text], 4 * patienceMs))
}

const context = createContext({})

/** Returns the CPU time of a search in milliseconds; `never` if it does not end in time. */
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

/** Whether a search timed out. The error comes from another realm with its own `Error`. */
function isTimeout(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
