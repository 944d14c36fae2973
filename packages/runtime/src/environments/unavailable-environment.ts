import type { Environment, EnvironmentError } from '@hermes/core'

/** Stands in for an environment that is not available, where nothing is to run: each call is refused with the reason. */
export function unavailableEnvironment(
  { id, workingDirectory }: Pick<Environment, 'id' | 'workingDirectory'>,
  error: EnvironmentError,
): Environment {
  const refuse = () => Promise.reject(error)
  return {
    id,
    workingDirectory,
    files: { resolve: refuse, stat: refuse, read: refuse, write: refuse, remove: refuse, list: refuse },
    spawn: refuse,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
