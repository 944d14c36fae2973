import { isWritablePlace, type TerminalAssessorOptions } from '@hermes/approval'
import { type WritablePlacesOptions, writablePlaces } from '../../environments/sandbox/writable-places.js'
import type { WrittenFiles } from '../../services/written-files.js'

/** Returns the additional questions for commands without a sandbox, based on what each conversation has written. */
export function unsandboxedRules(
  options: WritablePlacesOptions,
  written: WrittenFiles,
): NonNullable<TerminalAssessorOptions['unsandboxed']> {
  return async ({ call }) => {
    const places = await writablePlaces(options)
    const root = call?.rootSessionId ?? ''
    const { workingDirectory } = options.environment
    const [workspace = ''] = places.held
    // Commands use paths as they were typed, so the typed name of the working folder counts too.
    const alias = places.folders.includes(workspace) ? [workingDirectory] : []
    const known = { ...places, folders: [...places.folders, ...alias] }
    return {
      isWritable: (path) => path === workingDirectory || isWritablePlace(path, known),
      wasWritten: (path) => written.has(root, path),
      onWritten: (path) => written.note(root, path),
    }
  }
}
