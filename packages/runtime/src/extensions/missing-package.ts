import { ConfigError } from '@hermes/core'

export interface MissingPackage {
  readonly name: string
  /** The kind of extension that the setting names, such as `memory-provider`. */
  readonly kind: string
  /** The path of the setting. */
  readonly path: string
  readonly home: string
  /** The built-in values of the setting. */
  readonly own: readonly string[]
  /** Names from the Hermes Agent in Python, each with its equivalent in {@link own}. */
  readonly successors: Readonly<Record<string, string>>
}

/**
 * Creates the error for a missing package. It suggests a command to install the package only for a name that has a scope or contains
 * `hermes-`: any other name may not mean a package, and anyone may publish one under it.
 */
export function missingPackage({ name, kind, path, home, own, successors }: MissingPackage): ConfigError {
  if (/^@|(?:^|-)hermes-/.test(name))
    return new ConfigError(path, `The package ${name} is not installed: run "npm install --prefix ${home} ${name}".`)
  const successor = Object.hasOwn(successors, name) ? successors[name] : undefined
  if (successor !== undefined)
    return new ConfigError(path, `There is no ${kind} "${name}" here: use "${successor}", which does the same.`)
  const known = own.length > 0 ? ` Hermes has ${own.join(', ')};` : ''
  return new ConfigError(
    path,
    `There is no ${kind} "${name}":${known} another one is a file such as ./${name}.mjs, or a package that is installed in ${home}.`,
  )
}
