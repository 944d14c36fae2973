import { askingOptions } from './asking-options.js'
import { globalOptions } from './global-options.js'
import { homeOptions } from './home-options.js'
import type { OptionSpec } from './option-spec.js'
import { programOptions } from './program-options.js'
import { sessionOptions } from './session-options.js'

/** All options. A name has the same meaning in every command that accepts it. */
export const options = {
  ...askingOptions,
  ...sessionOptions,
  ...programOptions,
  ...homeOptions,
  ...globalOptions,
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof options

type ValueOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends { readonly value: 'number' | 'amount' }
    ? number
    : Spec extends { readonly value: string }
      ? string
      : true

/** Parsed options, typed by the table. */
export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof options)[Name]> }

/** Options that every command accepts. */
export const globalOptionNames: readonly OptionName[] = ['profile', 'no-color', 'verbose', 'version', 'help']

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name)
}

/** Returns an entry of the table, widened to its optional members. */
export function optionSpec(name: OptionName): OptionSpec {
  return options[name]
}

/** Returns the option named by a word such as `--resume` or `-r`. */
export function optionNamed(word: string): OptionName | undefined {
  const names = Object.keys(options).filter(isOptionName)
  return names.find((name) => word === `--${name}` || word === `-${optionSpec(name).short}`)
}
