import { join } from 'node:path'
import { ConfigError, type Logger } from '@hermes/core'
import {
  createBubblewrap,
  findProgram,
  probeSandbox,
  type Sandbox,
  type SandboxStatus,
} from '@hermes/environments/sandbox'
import type { RuntimeOptions } from '../../runtime-options.js'
import { rememberedProbe } from './remembered-probe.js'
import { sandboxPolicy } from './sandbox-policy.js'

export interface OpenedSandbox {
  readonly sandbox?: Sandbox
  /** A sentence for the user, shown once: commands are not sandboxed, and why. */
  readonly warning?: string
}

interface OpenSandboxOptions extends RuntimeOptions {
  /** Absolute. */
  readonly workingDirectory: string
  /** Default: `bwrap` in the system folders. */
  readonly program?: string
  readonly probe?: () => Promise<SandboxStatus>
}

/**
 * Opens the sandbox for commands on this machine, according to `terminal.sandbox`.
 * @throws {ConfigError} when it is required but not available.
 */
export async function openSandbox(options: OpenSandboxOptions, logger: Logger): Promise<OpenedSandbox> {
  const { config, paths, surface, program = findProgram('bwrap') } = options
  const { probe = () => probeSandbox(program === undefined ? {} : { program }) } = options
  if (config.terminal.sandbox === 'off') return {}
  const stateFolder = join(paths.cache, 'sandbox')
  const probed = await rememberedProbe({ folder: stateFolder, program, probe })
  if (probed.status === 'unavailable') return withoutSandbox(config.terminal.sandbox, probed)
  const isAttended = surface.isAttended ?? surface.ask !== undefined
  const policy = sandboxPolicy({ ...options, isAttended })
  return { sandbox: createBubblewrap({ policy, stateFolder, program: probed.program, services: { logger } }) }
}

function withoutSandbox(
  mode: 'auto' | 'required',
  { reason, remedy = '' }: Extract<SandboxStatus, { status: 'unavailable' }>,
): OpenedSandbox {
  if (mode === 'required') {
    const sentence = `Commands must run in a sandbox (terminal.sandbox is required), but ${reason}.`
    throw new ConfigError('terminal.sandbox', `${sentence} ${remedy}`.trim())
  }
  return { warning: `Commands run without a sandbox: ${reason}. ${remedy}`.trim() }
}
