import type { Environment } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'

/** Returns the environment with a different file system. Disposing it disposes the environment. */
export function withFiles(environment: Environment, files: FileSystem): Environment {
  const { id, isolation, sandboxedBy, workingDirectory } = environment
  return {
    id,
    ...(isolation !== undefined && { isolation }),
    ...(sandboxedBy !== undefined && { sandboxedBy }),
    ...(environment.networkOf && { networkOf: (conversation) => environment.networkOf?.(conversation) ?? 'open' }),
    workingDirectory,
    files,
    spawn: (request, options) => environment.spawn(request, options),
    [Symbol.asyncDispose]: () => environment[Symbol.asyncDispose](),
  }
}
