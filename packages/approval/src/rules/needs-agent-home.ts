import { isAgentSecret } from '../places/agent-home.js'
import { UNKNOWN } from '../words/data.js'
import { changesAgentItself } from './agent.js'
import type { Subject } from './rule.js'

/** Why a command is refused where a sandbox hides the agent's home: an approval could not make it work. */
export const outOfReach =
  'The sandbox keeps commands away from the agent’s own settings, keys and state. The user can change settings with /config set, or with hermes in a terminal.'

/** Sets a variable that gives a started agent another home. */
const otherHome = /\b(?:HERMES_)?HOME=/

/**
 * Whether a command cannot work without the agent's home, as far as its text shows.
 *
 * @param text All commands of the call, because an earlier one may set the home of a started agent.
 */
export function needsAgentHome(subject: Subject, text: string): boolean {
  const { invocation, paths, resolve, written, removed } = subject
  if (invocation.elsewhere) return false
  if ([...written, ...removed].some((path) => isExact(path) && paths.isAgentState(path))) return true
  const named = [...invocation.argv.slice(1), ...invocation.redirects.map(({ target }) => target)]
    .filter(({ text }) => paths.mayNameAgentState(text))
    .flatMap((word) => resolve(word) ?? [])
  if (named.some((path) => isExact(path) && isAgentSecret(paths.belowAgentHome(path)))) return true
  return changesAgentItself(subject) && !otherHome.test(text)
}

/** A pattern may match nothing there, which justifies a question but not a refusal. */
function isExact(path: string): boolean {
  return !path.includes(UNKNOWN) && !/[*?[]/.test(path)
}
