import { ConfigError } from '@hermes/core'
import { ephemeralOf } from '../prompt/ephemeral-of.js'

/** What is wrong with the file of the example messages, if anything. */
export async function ephemeralProblem(...settings: Parameters<typeof ephemeralOf>): Promise<ConfigError | undefined> {
  try {
    await ephemeralOf(...settings)
    return undefined
  } catch (error) {
    if (ConfigError.is(error)) return error
    throw error
  }
}
