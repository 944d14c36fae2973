import type { Variables } from '../home/home-paths.js'

/** A key in a variable. A variable may hold several keys. */
export interface VariableKey {
  /** The variable of the key, such as `env:OPENROUTER_API_KEY`. */
  readonly source: string
  readonly key: string
}

/** Returns the keys in the variables of a provider: `NAME`, then `NAME_1`, `NAME_2`, ... in numeric order, then the comma-separated list `NAMES`. */
export function variableKeys(names: readonly string[], variables: Variables): readonly VariableKey[] {
  return names.flatMap((name) => [
    ...keysIn(name, variables[name]),
    ...numbered(name, variables).flatMap((other) => keysIn(other, variables[other])),
    ...(variables[`${name}S`] ?? '')
      .split(',')
      .flatMap((part, index) =>
        keysIn(`${name}S`, part).map((key) => ({ ...key, source: `${key.source}#${index + 1}` })),
      ),
  ])
}

function numbered(name: string, variables: Variables): readonly string[] {
  const numberOf = (other: string) => Number(other.slice(name.length + 1))
  return Object.keys(variables)
    .filter((other) => other.startsWith(`${name}_`) && /^\d{1,4}$/.test(other.slice(name.length + 1)))
    .sort((left, right) => numberOf(left) - numberOf(right))
}

function keysIn(name: string, text: string | undefined): readonly VariableKey[] {
  const key = text?.trim()
  return key ? [{ source: `env:${name}`, key }] : []
}
