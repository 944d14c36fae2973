import type { ProcessTable } from '../process/process-table.js'
import type { CommandRequest, CommandServices } from '../shell/live-command.js'
import type { ShellStates } from '../shell/shell-state.js'
import type { Limits } from '../shell/terminal-limits.js'

/** Arguments of the `terminal` tool. */
export interface TerminalCall {
  readonly command: string
  /** In seconds. */
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

/** Describes where a command starts. */
export interface Place {
  readonly request: Omit<CommandRequest, 'mode'>
  /** Current folder of the task, regardless of the folder that the command uses. */
  readonly folder: string
  /** Note for the model. */
  readonly note: string | undefined
}
