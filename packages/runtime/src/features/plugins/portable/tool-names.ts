import { resolve } from 'node:path'
import type { JsonObject } from '@hermes/core'

/** The names that hooks of the format know, by the names here. */
const names: Readonly<Record<string, string>> = {
  terminal: 'Bash',
  read_file: 'Read',
  write_file: 'Write',
  patch: 'Edit',
  search_files: 'Grep',
  web_search: 'WebSearch',
  web_extract: 'WebFetch',
  delegate_task: 'Task',
  todo: 'TodoWrite',
  skill_view: 'Skill',
}

/** A call as hooks of the format read it. Other tools keep their names. */
export interface PortableCall {
  readonly tool_name: string
  readonly tool_input: JsonObject
}

export function toPortableCall(name: string, args: JsonObject, workingDirectory: string): PortableCall {
  const { path } = args
  return {
    tool_name: (Object.hasOwn(names, name) ? names[name] : undefined) ?? name,
    tool_input: typeof path === 'string' ? { ...args, file_path: resolve(workingDirectory, path) } : args,
  }
}

/** The arguments of a tool here, from the input that a hook has changed. */
export function fromPortableInput(input: JsonObject, { tool_input: shown }: PortableCall): JsonObject {
  if (typeof shown.path !== 'string') return input
  const { file_path: file = shown.file_path, path = shown.path, ...rest } = input
  // A hook of the format names the file by its absolute path.
  return { ...rest, path: file === shown.file_path ? path : file }
}
