import { chosenProfile, profileOf, resolveHome } from '@hermes/runtime'
import type { OptionValues } from '../arguments/options/options.js'
import type { Io } from '../io.js'

/** Adds the profile of `hermes profile use` to the options, unless the command line names a profile or the home is one. */
export async function withChosenProfile(values: OptionValues, { env }: Pick<Io, 'env'>): Promise<OptionValues> {
  if (values.profile !== undefined) return values
  const paths = resolveHome(env)
  if (profileOf(paths) !== 'default') return values
  const profile = await chosenProfile(paths)
  return profile === undefined ? values : { ...values, profile }
}
