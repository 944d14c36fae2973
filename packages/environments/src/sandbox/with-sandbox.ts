import type { Environment } from '@hermes/core'
import type { Sandbox } from './bubblewrap.js'

/** An environment that disposes the sandbox of its commands. */
export function withSandbox(environment: Environment, sandbox: Sandbox): Environment {
  return {
    ...environment,
    isolation: 'sandbox',
    sandboxedBy: sandbox.name,
    async spawn(request, options) {
      const process = await environment.spawn(request, options)
      const exit = process.exit.finally(() => sandbox.settle())
      return { ...process, exit }
    },
    async [Symbol.asyncDispose]() {
      await environment[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
    },
  }
}
