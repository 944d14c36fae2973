import type { FileCall, FileServices } from './file-services.js'
import { versionOf } from './repeated-read.js'

interface Target {
  /** As the model wrote it. */
  readonly path: string
  readonly file: string
}

/** What to add to the answer when the file is no longer as the session has read it; nothing, if it never did. */
export async function staleWarning(target: Target, { access, history }: FileServices, call: FileCall): Promise<string> {
  const known = history.of(call.sessionId).versionOf(target.file)
  if (known === undefined) return ''
  const status = await access.files.stat(target.file)
  if (status !== undefined && versionOf(status) === known) return ''
  const changed = status === undefined ? 'was removed' : 'was changed by somebody else'
  return `\n[Warning: ${target.path} ${changed} after you last read it. Read it again, to be sure that nothing was lost.]`
}

/** The session knows a file as it has just written it. */
export async function rememberChange(file: string, { access, history }: FileServices, call: FileCall): Promise<void> {
  // The change is done: not being able to look at it is no reason to call it failed.
  const status = await access.files.stat(file).catch(() => undefined)
  history.of(call.sessionId).change(file, status && versionOf(status))
}
