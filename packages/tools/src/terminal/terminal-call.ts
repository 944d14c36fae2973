import type { ProcessTable } from '../process/process-table.js'
import type { CommandRequest, CommandServices } from '../shell/live-command.js'
import type { ShellStates } from '../shell/shell-state.js'
import type { Limits } from '../shell/terminal-limits.js'

/** The arguments of `terminal`. */
export interface TerminalCall {
  readonly command: string
  /** Seconds. */
  readonly timeout?: number | undefined
  readonly workdir?: string | undefined
  readonly background?: boolean | undefined
  readonly notify_on_complete?: boolean | undefined
  readonly watch_patterns?: readonly string[] | undefined
  readonly pty?: boolean | undefined
}

export interface TerminalServices extends CommandServices {
  readonly limits: Limits
  readonly states: ShellStates
  readonly processes?: ProcessTable
}

/** Where a command starts. */
export interface Place {
  readonly request: Omit<CommandRequest, 'mode'>
  /** Where the task is, whatever the command's own folder is. */
  readonly folder: string
  /** What the model should know of it. */
  readonly note: string | undefined
}
