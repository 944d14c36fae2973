import { ConfigError } from '@hermes/core'
import { ephemeralOf } from '../prompt/ephemeral-of.js'

/** Returns what is wrong with the file of example messages, if anything. */
export async function ephemeralProblem(...settings: Parameters<typeof ephemeralOf>): Promise<ConfigError | undefined> {
  try {
    await ephemeralOf(...settings)
    return undefined
  } catch (error) {
    if (ConfigError.is(error)) return error
    throw error
  }
}
