import { join } from 'node:path'
import { ConfigError, type Logger } from '@hermes/core'
import {
  createSandbox,
  findProgram,
  probeSandbox,
  type Sandbox,
  type SandboxHolder,
  type SandboxNetwork,
  type SandboxStatus,
  sandboxNames,
} from '@hermes/environments/sandbox'
import type { RuntimeOptions } from '../../runtime-options.js'
import type { Config } from '../../schema/config-schema.js'
import { openLazily } from './open-lazily.js'
import { createOwnTemporary, temporaryRoot } from './own-temporary.js'
import { receivedFolder } from './received-files.js'
import { rememberedProbe } from './remembered-probe.js'
import { replacedFolders, sandboxPolicy, systemTemporaryFolders } from './sandbox-policy.js'

export interface OpenedSandbox {
  readonly sandbox?: Sandbox
  /** A sentence for the user, shown once, that says why commands are not sandboxed, or not fully. */
  readonly warning?: string
}

interface OpenSandboxOptions extends RuntimeOptions {
  /** The absolute path of the working folder. */
  readonly workingDirectory: string
  readonly network: SandboxNetwork
  readonly probe?: (holder: SandboxHolder) => Promise<SandboxStatus>
}

const programs = { bubblewrap: 'bwrap', unshare: 'unshare' } as const

/**
 * Opens the sandbox for commands on this machine, according to `terminal.sandbox`: bubblewrap, or util-linux where that does not work.
 * @throws {ConfigError} when it is required but not available.
 */
export async function openSandbox(options: OpenSandboxOptions, logger: Logger): Promise<OpenedSandbox> {
  const { config, paths } = options
  if (config.terminal.sandbox === 'off') return hasLimit(config) ? { warning: `${unlimited}.` } : {}
  const stateFolder = join(paths.cache, 'sandbox')
  const probed = await findHolder(stateFolder, options.probe)
  if (probed.status === 'unavailable') return withoutSandbox(config, probed)
  const { servesStrangers = false } = options.surface
  const temporary = servesStrangers ? createOwnTemporary(temporaryRoot(paths), systemTemporaryFolders()) : undefined
  const create = () =>
    createSandbox(probed, {
      policy: sandboxPolicy({ ...options, servesStrangers, hasNetwork: true }),
      // Only the part of the policy that differs, because a surface keeps its policy.
      offlineReplaced: replacedFolders({ ...options, hasNetwork: false }),
      ...(temporary && {
        replacedFor: temporary.of,
        readOnlyFor: (owner) => (owner ? [receivedFolder(paths, owner.conversation)] : []),
      }),
      network: options.network,
      stateFolder,
      services: { logger },
    })
  const sandbox = openLazily({ name: sandboxNames[probed.by], create, kept: temporary })
  if (config.terminal.sandbox_network === 'list' && !sandbox.canProxy)
    return {
      sandbox,
      warning: 'Commands have no network: listing hosts needs nsenter of util-linux, which is not installed.',
    }
  if (probed.lack === undefined) return { sandbox }
  return {
    sandbox,
    warning: `Commands are sandboxed by ${sandbox.name}, but ${probed.lack}. Install bubblewrap.`,
  }
}

async function findHolder(folder: string, probe = probeOne): Promise<SandboxStatus> {
  const ask = (by: SandboxHolder) =>
    rememberedProbe({ by, folder, program: findProgram(programs[by]), probe: () => probe(by) })
  const first = await ask('bubblewrap')
  if (first.status === 'available') return first
  const second = await ask('unshare')
  // Where the system forbids both programs, installing bubblewrap would not help.
  return second.status === 'available' || (second.isForbidden && !first.isForbidden) ? second : first
}

function probeOne(holder: SandboxHolder): Promise<SandboxStatus> {
  return probeSandbox({ holders: [holder] })
}

function withoutSandbox(
  config: Config,
  { reason, remedy = '' }: Extract<SandboxStatus, { status: 'unavailable' }>,
): OpenedSandbox {
  if (config.terminal.sandbox === 'required') {
    const sentence = `Commands must run in a sandbox (terminal.sandbox is required), but ${reason}.`
    throw new ConfigError('terminal.sandbox', `${sentence} ${remedy}`.trim())
  }
  const limit = hasLimit(config) ? ` ${unlimited}.` : ''
  return { warning: `${`Commands run without a sandbox: ${reason}. ${remedy}`.trim()}${limit}` }
}

const unlimited = 'Without a sandbox, terminal.sandbox_network has no effect: commands reach any machine'

function hasLimit({ terminal }: Config): boolean {
  return terminal.sandbox_network === 'list' || terminal.sandbox_network === 'off'
}
