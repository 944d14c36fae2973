import type { AssessCall, Environment, ToolContext } from '@hermes/core'
import type { FileAccess } from './file-access.js'
import type { FileHistory } from './file-history.js'
import type { FileLimits } from './file-limits.js'
import type { SyntaxCheck } from './syntax/syntax-check.js'
import type { FileChange } from './unified-diff.js'

/** Services shared by the file tools. */
export interface FileServices {
  readonly environment: Environment
  readonly access: FileAccess
  readonly history: FileHistory
  readonly limits: FileLimits
  readonly syntax: SyntaxCheck
  /** Returns a unified diff, or the reason why it is not shown. */
  readonly diff: (change: FileChange, signal: AbortSignal) => Promise<string>
  /** Assesses calls that write. */
  readonly assess?: AssessCall
}

/** Context of a call: its ids, its run and its signal. */
export type FileCall = Pick<ToolContext, 'sessionId' | 'taskId' | 'callId' | 'run' | 'signal' | 'isFromProgram'>
