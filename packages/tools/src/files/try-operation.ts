import { type Environment, textOf } from '@hermes/core'
import type { FileOperation } from '@hermes/safety/protect'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import type { ProtectOptions } from './file-access.js'
import { fileTools } from './file-tools.js'

export interface TryOptions {
  readonly operation: FileOperation
  readonly path: string
  readonly environment: Environment
  readonly protect?: ProtectOptions
  /** Content to write. Default: one short line. */
  readonly content?: string
}

/**
 * Reads or writes a file with the checks of `read_file` and `write_file`, to verify externally what the tools allow.
 */
export async function tryFileOperation(
  options: TryOptions,
): Promise<{ readonly ok: boolean; readonly error?: string }> {
  const { operation, path, environment, protect, content = 'written by a check\n' } = options
  const tools = fileTools({ environment, ...(protect && { protect }) })
  const executor = createToolExecutor({ registry: createToolRegistry(tools) })
  const name = operation === 'read' ? 'read_file' : 'write_file'
  const args = operation === 'read' ? { path } : { path, content }
  const call = { id: 'try', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 'try', taskId: 'try', signal: new AbortController().signal }
  for await (const event of executor.execute([call], context)) {
    if (event.type !== 'tool-end') continue
    return event.isError ? { ok: false, error: textOf(event.message.content) } : { ok: true }
  }
  return { ok: false, error: 'The call had no result.' }
}
