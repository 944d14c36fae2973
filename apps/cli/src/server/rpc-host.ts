import type { Sender } from '@hermes/conversations'
import type { ShadowedCommand } from '@hermes/conversations/commands'
import type { RpcHost } from '@hermes/rpc/server'
import type { Runtime, RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../arguments/command-spec.js'
import { openWorkspace } from '../chat/start/open-workspace.js'
import { isFolder } from '../setup/is-folder.js'
import { preloadSkills } from '../setup/preload-skills.js'
import { readVersion } from '../version.js'

/** A folder with an agent. */
export type OpenFolder = Pick<
  Runtime,
  'approvals' | 'config' | 'environment' | 'paths' | 'processes' | 'store' | 'subagents' | 'warnings'
>

export interface RpcHostOptions {
  /** Source that is stored with new sessions, and the surface of their tools. Default: `rpc`. */
  readonly source?: string
  /** Sender of the clients' messages. Default: the owner of this machine, in another program. */
  readonly sender?: Sender
  /** Clears the screen of a terminal. Default: no client shares the screen with this process. */
  readonly clearScreen?: () => void
  /** Whether background processes may start turns. Default: false, because clients start all turns. */
  readonly wakes?: boolean
  /** Whether resumed sessions work in the current folder instead of their own. Default: false. */
  readonly keepsFolder?: boolean
  /** Called with each folder that is opened, and with its commands that others hide. */
  readonly onOpen?: (workingDirectory: string, folder: OpenFolder, shadowed: readonly ShadowedCommand[]) => void
}

const rpcSender: Sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'rpc' } }

/** Returns what clients get from an open home: a surface for each session, in the folder of the session. */
export function rpcHost(host: RuntimeHost, context: CommandContext, options: RpcHostOptions = {}): RpcHost {
  const { source = 'rpc', keepsFolder = false, sender = rpcSender, wakes = false, clearScreen, onOpen } = options
  const { workingDirectory: base } = context.io
  return {
    version: readVersion(),
    store: host.store,
    logger: host.logger,
    workingDirectory: base,
    source,
    sender,
    async open({ workingDirectory: wanted, ...request }) {
      const workingDirectory = !keepsFolder && (await isFolder(wanted)) ? wanted : base
      const workspace = await openWorkspace(
        host,
        {
          ...request,
          workingDirectory,
          source,
          hasAnswers: true,
          tellsChanges: true,
          ...(wakes && { wakes: sender }),
          ...(clearScreen && { clearScreen }),
        },
        context,
      )
      const { services, runtime } = workspace
      onOpen?.(workingDirectory, runtime, workspace.shadowed)
      return {
        ...workspace,
        workingDirectory,
        tools: async () => (await services.describeTools?.()) ?? [],
        settings: async () => runtime.settings.list('changed'),
        subagents: runtime.subagents,
        preloadSkills: (names) => preloadSkills(runtime, names),
        processes: async (id) => runtime.processes.list(id),
        stopProcesses: (id) => runtime.processes.stop(id),
        reload: async () => (await runtime.reload()) !== undefined,
      }
    },
  }
}
