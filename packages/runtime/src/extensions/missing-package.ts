import { ConfigError } from '@hermes/core'

export interface MissingPackage {
  /** The name of the package. */
  readonly name: string
  /** What the setting names: `memory-provider`. */
  readonly kind: string
  /** The setting. */
  readonly path: string
  readonly home: string
  /** The names that Hermes has for this setting. */
  readonly own: readonly string[]
  /** Names of the Hermes Agent in Python, with the one of {@link own} that does the same. */
  readonly successors: Readonly<Record<string, string>>
}

/**
 * The error for a package that is not there. Only a name with a scope or with `hermes-` is known to mean a package: anyone may publish any other
 * one in the registry, so that no command may advise to install it.
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
