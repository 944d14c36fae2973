import { resolve } from 'node:path'
import type { JsonObject } from '@hermes/core'

/** The tool names that hooks of the format know, by their names in Hermes. */
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

/** A call in the form that hooks of the format read. Tools without a counterpart keep their names. */
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

/** Converts the input that a hook has changed to the arguments of a tool in Hermes. */
export function fromPortableInput(input: JsonObject, { tool_input: shown }: PortableCall): JsonObject {
  if (typeof shown.path !== 'string') return input
  const { file_path: file = shown.file_path, path = shown.path, ...rest } = input
  // Hooks of the format name a file by its absolute path.
  return { ...rest, path: file === shown.file_path ? path : file }
}
