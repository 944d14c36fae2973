import type { Prepare } from './benchmark.ts'
import { atOnce, type LoopOf, type LoopShape } from './contenders.ts'
import { lastAnswer } from './conversation.ts'

/** Other agent libraries, each wired as in its documentation: `peers/NAME.ts`. */
const names = ['ai', 'openai-agents', 'pi', 'langgraph']

/** The export `createPeer` of each file, which runs a conversation, reads all of its events and returns the answer. */
export type CreatePeer = (options: PeerOptions) => () => Promise<string>

export interface PeerOptions {
  /** The base URL, including `/v1`. */
  readonly baseUrl: string
  /** The length of a tool result in characters. */
  readonly resultLength: number
  /** The number of tool calls in one conversation: the peer's own limit must be higher. */
  readonly turns: number
}

/** Prepares the same work for each peer. */
export function eachPeer(toPrepare: (loop: LoopOf) => Prepare): Readonly<Record<string, Prepare>> {
  return Object.fromEntries(names.map((name) => [name, toPrepare((shape) => peerLoop(name, shape))]))
}

function peerLoop(name: string, { turns, resultLength, sessions }: LoopShape): Prepare {
  return async ({ server }) => {
    // Not a literal, so that files installed on demand are not type-checked here.
    const { createPeer }: { readonly createPeer: CreatePeer } = await import(`./peers/${name}.ts`)
    const converse = createPeer({ baseUrl: `${server}/tools/${turns}/v1`, resultLength, turns })
    return atOnce(sessions, async () => {
      const answer = await converse()
      if (answer !== lastAnswer) throw new Error(`${name} stopped before the last answer, with "${answer}".`)
    })
  }
}
