import { UNKNOWN } from '../words/data.js'
import type { Subject } from './rule.js'
import { type RunsCode, runsFileOf } from './runs-file-of.js'
import { loadsByVariable, readsCredentialFolder, touchedFiles, unpacksAnywhere } from './unsandboxed-effects.js'

/** Additional rules for commands without a sandbox, where the text of a command is the only protection. */
export interface Unsandboxed {
  /** Returns whether commands may change a file without a question. The path is absolute, without `.` and `..`. */
  isWritable(path: string): boolean
  /** Returns whether this conversation has created or changed the file. */
  wasWritten(path: string): boolean
  /** Called when a command may change the file. */
  onWritten(path: string): void
}

export const unsandboxedReasons = {
  inline: 'It runs a program written in the command, and commands are not sandboxed on this machine.',
  written: 'It runs a file that this conversation has written, and commands are not sandboxed on this machine.',
  outside: (place: string) =>
    `It changes ${place}, outside of the folders of this conversation, and commands are not sandboxed on this machine.`,
  anywhere: 'It unpacks files to wherever the archive says, and commands are not sandboxed on this machine.',
  loading: 'It sets a variable that makes programs load a file, and commands are not sandboxed on this machine.',
  credentials: 'It reads a folder that holds credentials, and commands are not sandboxed on this machine.',
} as const

export function reasonsWithoutSandbox(subject: Subject, runs: RunsCode, unsandboxed: Unsandboxed): readonly string[] {
  if (subject.invocation.elsewhere) return []
  const changed = [...subject.written, ...subject.removed, ...touchedFiles(subject)].filter((path) => !isExempt(path))
  const reasons = [
    ...(runs.inline ? [unsandboxedReasons.inline] : []),
    ...(runsFileOf(subject, runs, unsandboxed.wasWritten) ? [unsandboxedReasons.written] : []),
    ...changed.filter((path) => !unsandboxed.isWritable(path)).map(unsandboxedReasons.outside),
    ...(unpacksAnywhere(subject) ? [unsandboxedReasons.anywhere] : []),
    ...(loadsByVariable(subject) ? [unsandboxedReasons.loading] : []),
    ...(readsCredentialFolder(subject) ? [unsandboxedReasons.credentials] : []),
  ]
  for (const path of subject.written) unsandboxed.onWritten(path)
  return reasons
}

/** Whether a path is exempt: devices have their own rules, and unknown paths cannot be checked. */
function isExempt(path: string): boolean {
  return path.startsWith('/dev/') || path.startsWith('/proc/self/fd/') || path.includes(UNKNOWN)
}
