import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Logger } from '@hermes/core'
import { guardianScript } from './guardian-script.js'
import { type Mark, markerName } from './marker.js'

/** Small process that outlives a killed agent and ends the processes of its commands. */
export interface Guardian {
  /** Adds a process group. Must be called when a group was started. */
  add(group: number): void
  /** Removes a process group. Must be called when the group has ended. */
  remove(group: number): void
  /** Ends the guardian when there are no processes left to end. */
  dismiss(): void
}

export interface GuardianOptions {
  /** Mark of all commands. */
  readonly mark: Mark
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number
  readonly logger: Logger
  /** Called when the guardian ended without `dismiss`. */
  onLost(): void
}

const roundMs = 100

/** Converts KiB to bytes with a bigint, because the value exceeds the safe integers. */
const toBytes = (kib: number) => `${BigInt(kib) * 1024n}`

/** Starts a guardian without waiting until it is running. */
export function startGuardian({ mark, graceMs, logger, onLost }: GuardianOptions): Guardian {
  const limits = mark.limits ?? { from: 0, to: 0 }
  const args = [
    `${markerName}=${mark.variable}`,
    `${Math.ceil(graceMs / roundMs)}`,
    ...[limits.from, limits.to].map(toBytes),
  ]
  const child = spawn('/bin/sh', ['-c', guardianScript, 'hermes-guardian', ...args], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    // A separate session, so that keys typed on the agent's terminal do not signal it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lost = () => {
    logger.log(
      'warn',
      'The guardian of the commands has exited. Without another one, commands keep running when the agent is killed.',
    )
    onLost()
  }
  child.once('error', lost).once('exit', lost).unref()
  // `null` when the machine has no free file descriptors.
  const { stdin }: { readonly stdin: Writable | null } = child
  stdin?.on('error', () => stdin.destroy())
  if (stdin instanceof Socket) stdin.unref()
  const tell = (line: string) => void (stdin?.writable && stdin.write(`${line}\n`))
  return {
    add: (group) => tell(`+${group}`),
    remove: (group) => tell(`-${group}`),
    dismiss() {
      child.off('error', lost).off('exit', lost)
      child.on('error', () => undefined)
      tell('quit')
      stdin?.end()
    },
  }
}
