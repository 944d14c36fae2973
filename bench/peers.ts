import type { Prepare } from './benchmark.ts'
import { atOnce, type LoopOf, type LoopShape } from './contenders.ts'
import { lastAnswer } from './conversation.ts'

/** Libraries that applications are built on, each wired as its documentation does it: `peers/NAME.ts`. */
const names = ['ai', 'openai-agents', 'pi', 'langgraph']

/** What each of these files exports as `createPeer`: holds a conversation, reads all of its events, returns the answer. */
export type CreatePeer = (options: PeerOptions) => () => Promise<string>

export interface PeerOptions {
  /** With `/v1`. */
  readonly baseUrl: string
  /** Characters of a tool result. */
  readonly resultLength: number
  /** Tool calls of one conversation: a limit of the peer has to be higher. */
  readonly turns: number
}

/** The same work for each peer. */
export function eachPeer(toPrepare: (loop: LoopOf) => Prepare): Readonly<Record<string, Prepare>> {
  return Object.fromEntries(names.map((name) => [name, toPrepare((shape) => peerLoop(name, shape))]))
}

function peerLoop(name: string, { turns, resultLength, sessions }: LoopShape): Prepare {
  return async ({ server }) => {
    // Not a literal: what is installed on demand is type-checked on demand.
    const { createPeer }: { readonly createPeer: CreatePeer } = await import(`./peers/${name}.ts`)
    const converse = createPeer({ baseUrl: `${server}/tools/${turns}/v1`, resultLength, turns })
    return atOnce(sessions, async () => {
      const answer = await converse()
      if (answer !== lastAnswer) throw new Error(`${name} stopped before the last answer, with "${answer}".`)
    })
  }
}
