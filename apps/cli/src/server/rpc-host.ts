import { stat } from 'node:fs/promises'
import type { RpcHost } from '@hermes/rpc/server'
import type { Runtime, RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../arguments/command-spec.js'
import { openWorkspace } from '../chat/open-workspace.js'
import { readVersion } from '../version.js'

/** As stored with sessions that begin here. */
const source = 'rpc'

/** A folder with an agent. */
export type OpenFolder = Pick<Runtime, 'approvals' | 'environment' | 'warnings' | 'store' | 'processes' | 'subagents'>

/**
 * What clients get from an open home: a surface for each session, in the folder of the session.
 * @param onOpen Called with each folder that is opened.
 */
export function rpcHost(
  host: RuntimeHost,
  context: CommandContext,
  onOpen?: (workingDirectory: string, folder: OpenFolder) => void,
): RpcHost {
  const { workingDirectory: base } = context.io
  return {
    version: readVersion(),
    store: host.store,
    logger: host.logger,
    workingDirectory: base,
    sender: { person: { id: 'local', role: 'admin' }, surface: { kind: 'rpc' } },
    async open({ workingDirectory: wanted, ...request }) {
      const workingDirectory = (await isFolder(wanted)) ? wanted : base
      const workspace = await openWorkspace(host, { ...request, workingDirectory, source, hasAnswers: true }, context)
      const { services, runtime } = workspace
      onOpen?.(workingDirectory, runtime)
      return {
        ...workspace,
        workingDirectory,
        tools: async () => (await services.describeTools?.()) ?? [],
        settings: async () =>
          ((await services.settings?.('changed')) ?? []).map(({ name, value }) => ({ name, value: String(value) })),
        subagents: runtime.subagents,
        stopProcesses: (id) => runtime.processes.stop(id),
        reload: async () => (await runtime.reload()) !== undefined,
      }
    },
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
