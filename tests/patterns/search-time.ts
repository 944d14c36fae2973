import { Script, createContext } from 'node:vm'

/** Runs a pattern over a text as the product would: to the first match, or to all of them. */
const search = new Script(`
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null && pattern.global; match = pattern.exec(text))
    if (match[0] === '') pattern.lastIndex += 1
`)

/** The processor time that a search takes, in milliseconds; `Infinity` where it does not end in time. */
export function createStopwatch() {
  const context = createContext({})
  return (pattern: RegExp, text: string, timeout: number): number => {
    Object.assign(context, { pattern: new RegExp(pattern), text })
    const start = process.cpuUsage()
    try {
      search.runInContext(context, { timeout })
    } catch (cause) {
      if (isTimeout(cause)) return Infinity
      throw cause
    }
    return process.cpuUsage(start).user / 1000
  }
}

/** The error comes from another realm, where `Error` is another class. */
function isTimeout(cause: unknown): boolean {
  return (
    typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
