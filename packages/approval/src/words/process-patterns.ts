/** Long options of `pgrep` and `pkill` with a value. */
export const processOptions = ['signal', 'user', 'euid', 'uid', 'group', 'parent', 'session', 'terminal', 'older']

/** Whether a pattern of `pgrep` or `pkill` matches nearly every process. */
export function matchesMostProcesses(pattern: string): boolean {
  return /^[.*^$?\w]$|^[.*+^$?[\]()|-]*$/.test(pattern)
}
