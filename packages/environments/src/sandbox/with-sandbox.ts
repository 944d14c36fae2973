import type { Environment, SessionId } from '@hermes/core'
import type { CommandOwner, FileOptions } from '@hermes/core/environment'
import type { Sandbox } from './bubblewrap.js'
import type { NetworkAccess } from './namespaces/sandbox-network.js'

const reaches = { shared: 'open', proxied: 'listed', none: 'none' } as const satisfies Record<NetworkAccess, string>

/** Returns an environment that disposes the sandbox of its commands. */
export function withSandbox(environment: Environment, sandbox: Sandbox): Environment {
  const { files } = environment
  /** Accepts a file after a write, because the file tools ask before they write a startup file. */
  const accepted = async (path: string, options: FileOptions | undefined, write: () => Promise<void>) => {
    await write()
    sandbox.accept(options?.resolvesTo ?? (await files.resolve(path)))
  }
  return {
    ...environment,
    files: {
      ...files,
      write: (path, data, options) => accepted(path, options, () => files.write(path, data, options)),
    },
    isolation: 'sandbox',
    sandboxedBy: sandbox.name,
    networkOf: (conversation) =>
      reaches[sandbox.accessOf(conversation === undefined ? undefined : anyOf(conversation))],
    async spawn(request, options) {
      const use = sandbox.begin(request.owner)
      try {
        const process = await environment.spawn(request, options)
        const exit = process.exit.finally(() => {
          use.end()
          return sandbox.settle()
        })
        return { ...process, exit, notices: () => use.notices }
      } catch (error) {
        use.end()
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await sandbox.settle({ isEnding: true })
      await environment[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
    },
  }
}

/** Returns an owner that stands for every command of a conversation. */
function anyOf(conversation: SessionId): CommandOwner {
  return { conversation, command: '' }
}
