import { markerName } from './marker.js'
import { hasProc, readHardMemoryLimit, readStatus, readVariables } from './proc.js'

/**
 * Returns whether this or another process descends from a command of an agent, as far as the system shows. On Linux, a
 * command has three marks: a variable, which it can remove; its ancestors, which it can leave; and a limit on resident
 * memory, which only root can raise again. Linux ignores that limit, so nothing else sets it. On other systems, there
 * is only the variable.
 *
 * Processes that a system service starts for a command (`systemd-run`, `at`, an open `tmux`) have none of these marks.
 */
export function isStartedByAgent(variables: Readonly<Record<string, string | undefined>>, id = process.pid): boolean {
  if (variables[markerName] !== undefined) return true
  return hasProc && (readHardMemoryLimit(id) !== undefined || ancestorsOf(id).some(isMarked))
}

function isMarked(id: number): boolean {
  return readVariables(id).includes(`\0${markerName}=`)
}

/** Returns the ancestors of a process, including itself. Ends at processes of another user or another namespace. */
function ancestorsOf(id: number): readonly number[] {
  const parent = readStatus(id)?.parent ?? 0
  return parent > 1 && parent !== id ? [id, ...ancestorsOf(parent)] : [id]
}
