import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Logger } from '@hermes/core'
import { guardianScript } from './guardian-script.js'
import { type Mark, markerName } from './marker.js'

/** A small process that outlives the agent, should it be killed, to end what its commands have started. */
export interface Guardian {
  /** A process group has been started. */
  add(group: number): void
  /** It has ended. */
  remove(group: number): void
  /** Sends it away: there is nothing left to end. */
  dismiss(): void
}

export interface GuardianOptions {
  /** Of all commands. */
  readonly mark: Mark
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number
  readonly logger: Logger
  /** It has ended, although it was not sent away. */
  onLost(): void
}

const roundMs = 100

/** More than a number can hold exactly. */
const toBytes = (kib: number) => `${BigInt(kib) * 1024n}`

/** Waits for nothing: the agent goes on while it starts. */
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
    // In a session of its own, what is typed on the agent's terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lost = () => {
    logger.log(
      'warn',
      'The guardian of the commands is gone until the next command starts: if the agent is killed now, they keep running.',
    )
    onLost()
  }
  child.once('error', lost).once('exit', lost).unref()
  // There is none when the machine has no more descriptors.
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
