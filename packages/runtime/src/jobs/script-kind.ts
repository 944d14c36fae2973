import { HermesError } from '@hermes/core'

/** The endings of the scripts that can run. */
export const scriptKinds = ['sh', 'bash', 'py', 'js', 'mjs'] as const
export type ScriptKind = (typeof scriptKinds)[number]

/**
 * What kind of script a name is of.
 * @param folder The folder of scripts, for the message.
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
