import type { ChatAddress, PlatformAdapter, PlatformEvent } from '@hermes/core/platform'
import { onTestFinished } from 'vitest'
import type { NetworkFailure } from '../../fakes/network/scripted-network.js'

/** An adapter under test, and the actions of people on its network. */
export interface PlatformSubject {
  /** Connects. Another call in the same test connects to the same network, as after a restart. */
  connect(): PlatformAdapter | Promise<PlatformAdapter>
  /** A direct chat with a person. */
  readonly address: ChatAddress
  /** Lets the person write in the chat. @returns the id of the network's message. */
  say(text: string): string | Promise<string>
  /**
   * Lets the person send two pictures as one album, with a text. Absent for networks that deliver an album as one
   * message, or have no albums.
   */
  sayAlbum?(text: string): void | Promise<void>
  /** Lets the person press a button of a message. Absent for networks without buttons. */
  press?(messageId: string, value: string): void | Promise<void>
  /** Sends what a network sends besides people's messages: the agent's own messages, an event of an unknown type. */
  makeNoise(): void | Promise<void>
  /** Returns the agent's messages in the chat as people see them, oldest first. */
  shown(): readonly SeenMessage[] | Promise<readonly SeenMessage[]>
  /** Fails the next call of the adapter. */
  failNext(failure: NetworkFailure): void | Promise<void>
}

export interface SeenMessage {
  readonly messageId: string
  /** The visible text, without markup. */
  readonly text: string
}

export interface Listening {
  /** All events so far. */
  readonly events: readonly PlatformEvent[]
  /** Stops after the current event is acknowledged. */
  stop(): Promise<void>
  /** Rejects when receiving fails. */
  readonly ended: Promise<void>
}

/** Receives in the background, and acknowledges everything. */
export function listen(adapter: PlatformAdapter): Listening {
  const controller = new AbortController()
  const events: PlatformEvent[] = []
  const ended = (async () => {
    for await (const received of adapter.receive({ signal: controller.signal })) events.push(...received)
  })()
  ended.catch(() => undefined)
  onTestFinished(() => controller.abort())
  return {
    events,
    ended,
    async stop() {
      controller.abort()
      await ended
    },
  }
}

/** Receives the next event without acknowledging it. */
export async function receiveOne(adapter: PlatformAdapter): Promise<PlatformEvent | undefined> {
  const controller = new AbortController()
  for await (const [event] of adapter.receive({ signal: controller.signal })) return event
  return undefined
}
