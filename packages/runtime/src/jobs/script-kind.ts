import { HermesError } from '@hermes/core'

/** The file extensions of the scripts that can run. */
export const scriptKinds = ['sh', 'bash', 'py', 'js', 'mjs'] as const
export type ScriptKind = (typeof scriptKinds)[number]

/**
 * Returns the kind of a script by its name.
 * @param folder The folder of scripts, for the error message.
 * @throws {HermesError} `schedule/script` for a name that no script of the folder can have.
 */
export function scriptKind(name: string, folder: string): ScriptKind {
  const kind = scriptKinds.find((each) => name.endsWith(`.${each}`))
  if (kind !== undefined && !/[/\\]|^\./.test(name)) return kind
  throw new HermesError(
    'schedule/script',
    `"${name}" is no script: name a .sh, .py, .js or .mjs file of the folder ${folder}.`,
  )
}
