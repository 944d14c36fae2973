import { markerName } from './marker.js'
import { hasProc, readHardMemoryLimit, readStatus, readVariables } from './proc.js'

/**
 * Whether this process, or a given one, descends from a command of an agent, as far as the system tells. On Linux a command bears three marks:
 * a variable, which it can take off; its ancestors, which it can leave; and a limit on resident memory, which none but root can raise again.
 * Linux itself ignores that limit, so it is set by nothing else. Elsewhere the variable is all there is.
 *
 * What a service of the machine starts on behalf of a command (`systemd-run`, `at`, an open `tmux`) bears none of them.
 */
export function isStartedByAgent(variables: Readonly<Record<string, string | undefined>>, id = process.pid): boolean {
  if (variables[markerName] !== undefined) return true
  return hasProc && (readHardMemoryLimit(id) !== undefined || ancestorsOf(id).some(isMarked))
}

function isMarked(id: number): boolean {
  return readVariables(id).includes(`\0${markerName}=`)
}

/** With the process itself. Ends where another user's processes begin, or those of another namespace. */
function ancestorsOf(id: number): readonly number[] {
  const parent = readStatus(id)?.parent ?? 0
  return parent > 1 && parent !== id ? [id, ...ancestorsOf(parent)] : [id]
}
