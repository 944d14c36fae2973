import { formatMinutes } from '../network/format-minutes.js'
import { type ConnectionHealths, needsAttention } from './connection-health.js'

export interface TellAttentionOptions {
  /** Live. */
  readonly health: ConnectionHealths
  readonly attentionMs: () => number
  readonly say: (line: string) => void
}

/** Tells the owner once of each network that could not connect for long. Call the result again and again. */
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
