import type { FileCall, FileServices } from './file-services.js'
import { versionOf } from './repeated-read.js'

interface Target {
  /** Path as the model wrote it. */
  readonly path: string
  readonly file: string
}

/**
 * Returns a warning to append when the file has changed since the session read it. Empty when it has not changed or was
 * never read.
 */
export async function staleWarning(target: Target, { access, history }: FileServices, call: FileCall): Promise<string> {
  const known = history.of(call.sessionId).versionOf(target.file)
  if (known === undefined) return ''
  const status = await access.files.stat(target.file)
  if (status !== undefined && versionOf(status) === known) return ''
  const changed = status === undefined ? 'was removed' : 'was changed by others'
  return `\n[Warning: ${target.path} ${changed} after you last read it. Read it again, to be sure that nothing was lost.]`
}

/** Stores the version that the session has just written. */
export async function rememberChange(file: string, { access, history }: FileServices, call: FileCall): Promise<void> {
  // The change succeeded, even if the file cannot be read now.
  const status = await access.files.stat(file).catch(() => undefined)
  history.of(call.sessionId).change(file, status && versionOf(status))
}
