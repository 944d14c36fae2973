import { formatMinutes } from '../network/format-minutes.js'
import { type ConnectionHealths, needsAttention } from './connection-health.js'

export interface TellAttentionOptions {
  /** The current health of the connections, which changes over time. */
  readonly health: ConnectionHealths
  readonly attentionMs: () => number
  readonly say: (line: string) => void
}

/** Returns a function that tells the owner once about each network that could not connect for long. Call it repeatedly. */
export function tellAttention({ health, attentionMs, say }: TellAttentionOptions): () => void {
  const told = new Set<string>()
  return () => {
    for (const [name, each] of health) {
      const now = Date.now()
      if (!needsAttention(each, now, attentionMs())) told.delete(name)
      else if (!told.has(name)) {
        told.add(name)
        say(`${name}: it could not be connected for ${formatMinutes(now - each.sinceMs)}, and needs attention.`)
      }
    }
  }
}
