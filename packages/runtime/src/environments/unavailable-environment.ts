import type { Environment, EnvironmentError } from '@hermes/core'

/** Creates a stand-in for an environment that is unavailable. It refuses each call with the reason, so that nothing runs. */
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
