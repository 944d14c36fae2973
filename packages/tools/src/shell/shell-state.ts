import type { ShellReport } from './shell-report.js'

/** What one task's shell keeps from command to command. */
export interface ShellState {
  readonly folder: string
  /** Exported since the first command, or changed. */
  readonly variables: Readonly<Record<string, string>>
  /** Names of inherited variables that were taken away. */
  readonly unset: readonly string[]
  /** What the first command started with; absent before it. */
  readonly initialVariables?: Readonly<Record<string, string>>
}

/** The states of all tasks, in memory. */
export interface ShellStates {
  get(taskId: string): ShellState
  set(taskId: string, state: ShellState): void
}

/** The least recently used are forgotten: a task that comes back after so many others starts afresh. */
const maxTasks = 1_000

/** What the shells of all tasks keep, in memory. A task that is not known is in `workingDirectory`. */
export function createShellStates(workingDirectory: string): ShellStates {
  const states = new Map<string, ShellState>()
  return {
    get: (taskId) => states.get(taskId) ?? { folder: workingDirectory, variables: {}, unset: [] },
    set(taskId, state) {
      states.delete(taskId)
      states.set(taskId, state)
      const [oldest] = states.keys()
      if (states.size > maxTasks && oldest !== undefined) states.delete(oldest)
    },
  }
}

/** The state after a command. One that left no report changes nothing but what is known of the beginning. */
export function nextState(state: ShellState, { initialVariables, end }: ShellReport): ShellState {
  const initial = state.initialVariables ?? initialVariables
  const known = initial ? { ...state, initialVariables: initial } : state
  if (!end) return known
  // Without the variables at the beginning, or a usable `env`, the folder is all that can be told.
  if (!initial || Object.keys(end.variables).length === 0) return { ...known, folder: end.folder }
  const kept = Object.entries(end.variables).filter(([name, value]) => isKept(name) && initial[name] !== value)
  return {
    folder: end.folder,
    variables: Object.fromEntries(kept),
    unset: Object.keys(initial).filter((name) => isKept(name) && isName.test(name) && !(name in end.variables)),
    initialVariables: initial,
  }
}

const isName = /^[A-Za-z_]\w*$/

/** The shell's own bookkeeping and what the environment sets for each command anew. */
function isKept(name: string): boolean {
  return !/^(?:_|SHLVL|PWD|OLDPWD|HERMES_PROCESS_ID|HERMES_SESSION_ID|__hermes_\w+)$/.test(name)
}
