import { createInterface } from 'node:readline'
import { guardianScript } from './guardian-script.js'
import { type Channel, openChannel } from './open-channel.js'
import type { RemoteLink } from './remote-link.js'

/** Connection with its guardian on the remote side. */
export interface Guardian {
  /** Prefix of the markers of everything that runs over this connection. */
  readonly marker: string
  /** Home folder on the remote side. */
  readonly home: string
  readonly isAlive: boolean
  /** Ends the session together with the connection, until {@link forget}, even without processes that carry a marker. */
  note(session: string): void
  forget(session: string): void
  /**
   * Ends the processes that carry the marker or belong to a session. Resolves to `false` when some are still running or
   * the guardian does not answer.
   */
  end(tree: RemoteTree, signal: EndSignal): Promise<boolean>
  /** Ends all processes and closes the connection. */
  close(): Promise<void>
}

export interface RemoteTree {
  readonly marker: string
  readonly sessions: readonly string[]
}

export type EndSignal = 'SIGTERM' | 'SIGKILL' | 'SIGINT'

export interface GuardianOptions {
  readonly link: RemoteLink
  readonly marker: string
  /** Time between the first signal and SIGKILL. */
  readonly graceMs: number
}

const tickMs = 50
/** Interval of messages that show that the agent is alive. */
const pingMs = 30_000
/** Time for the answer in addition to the grace period. */
const answerMs = 10_000

/** Connects to the remote side and starts a guardian. @throws {EnvironmentError} when the remote side cannot be reached. */
export async function connectGuardian({ link, marker, graceMs }: GuardianOptions): Promise<Guardian> {
  const ticks = Math.ceil(graceMs / tickMs)
  await link.prepare()
  const channel = await openChannel(link, {
    isFirst: true,
    script: (mark) => guardianScript(mark, marker, ticks),
  })
  return watch(channel, { marker, ticks })
}

interface Watch {
  readonly marker: string
  readonly ticks: number
}

function watch(channel: Channel, { marker, ticks }: Watch): Guardian {
  const open = new Map<string, (isGone: boolean) => void>()
  let isAlive = true
  let count = 0
  const send = (line: string) => {
    // A lost connection is detected by its exit.
    if (isAlive) channel.input.write(`${line}\n`).catch(() => undefined)
  }
  const ping = setInterval(() => send('ping'), pingMs).unref()
  const lost = Promise.race([channel.exited, channel.ended]).then(() => {
    isAlive = false
    clearInterval(ping)
    channel.close()
    for (const settle of open.values()) settle(false)
  })
  createInterface({ input: channel.stdout }).on('line', (line) => {
    const [, id = '', isGone] = line.split(' ')
    open.get(id)?.(isGone === '1')
  })
  channel.unref()

  return {
    marker,
    home: channel.greeting.argument,
    get isAlive() {
      return isAlive
    },
    note: (session) => send(`note ${session}`),
    forget: (session) => send(`forget ${session}`),
    async end(tree, signal) {
      if (!isAlive) return false
      const id = `${++count}`
      const { promise, resolve } = Promise.withResolvers<boolean>()
      open.set(id, resolve)
      const grace = signal === 'SIGKILL' ? 0 : ticks
      const timer = setTimeout(resolve, grace * tickMs + answerMs, false)
      send(['end', id, signal.replace('SIG', ''), grace, tree.marker, ...tree.sessions].join(' '))
      const isGone = await promise
      clearTimeout(timer)
      open.delete(id)
      return isGone
    },
    async close() {
      channel.input.endInput()
      const timer = setTimeout(() => channel.close(), ticks * tickMs + answerMs)
      await lost
      clearTimeout(timer)
    },
  }
}
