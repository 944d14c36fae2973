import type { ShellReport } from './shell-report.js'

/** State of a task's shell between commands. */
export interface ShellState {
  readonly folder: string
  /** Variables exported or changed since the first command. */
  readonly variables: Readonly<Record<string, string>>
  /** Names of inherited variables that were unset. */
  readonly unset: readonly string[]
  /** Variables that the first command started with. Absent before it. */
  readonly initialVariables?: Readonly<Record<string, string>>
}

/** Shell states of all tasks. */
export interface ShellStates {
  get(taskId: string): ShellState
  set(taskId: string, state: ShellState): void
}

/** Maximum number of states. The least recently used ones are dropped; their tasks start again in the initial state. */
const maxTasks = 1_000

/** Keeps the shell states of all tasks in memory. A new task starts in `workingDirectory`. */
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

/** Returns the state after a command. Without a report, only the initial variables are updated. */
export function nextState(state: ShellState, { initialVariables, end }: ShellReport): ShellState {
  const initial = state.initialVariables ?? initialVariables
  const known = initial ? { ...state, initialVariables: initial } : state
  if (!end) return known
  // Without the initial variables, or a usable `env`, only the folder is known.
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

/** Excludes variables that the shell or the environment sets for each command. */
function isKept(name: string): boolean {
  return !/^(?:_|SHLVL|PWD|OLDPWD|HERMES_PROCESS_ID|HERMES_SESSION_ID|__hermes_\w+)$/.test(name)
}
