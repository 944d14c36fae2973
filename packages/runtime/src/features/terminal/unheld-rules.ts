import { isWritablePlace, type TerminalAssessorOptions } from '@hermes/approval'
import { type WritablePlacesOptions, writablePlaces } from '../../environments/sandbox/writable-places.js'
import type { WrittenFiles } from '../../services/written-files.js'

/** What is asked about where nothing holds commands: for each conversation by what it has written. */
export function unheldRules(
  options: WritablePlacesOptions,
  written: WrittenFiles,
): NonNullable<TerminalAssessorOptions['unheld']> {
  return async ({ call }) => {
    const places = await writablePlaces(options)
    const root = call?.rootSessionId ?? ''
    const { workingDirectory } = options.environment
    const [workspace = ''] = places.held
    // Commands name paths as they were typed: the working folder counts by that name, too.
    const alias = places.folders.includes(workspace) ? [workingDirectory] : []
    const known = { ...places, folders: [...places.folders, ...alias] }
    return {
      isWritable: (path) => path === workingDirectory || isWritablePlace(path, known),
      wasWritten: (path) => written.has(root, path),
      onWritten: (path) => written.note(root, path),
    }
  }
}
