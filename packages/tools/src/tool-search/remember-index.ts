import type { Tool } from '@hermes/core'
import type { ToolIndex } from './rank-tools.js'

export type IndexOf = (tools: readonly Tool[]) => Promise<ToolIndex>

/** Caches the index of the last searched tools. */
export function rememberIndex(): IndexOf {
  let known: { readonly tools: readonly Tool[]; readonly index: ToolIndex } | undefined
  return async (tools) => {
    const isSame = known?.tools.length === tools.length && known.tools.every((tool, at) => tool === tools[at])
    if (known && isSame) return known.index
    // Loaded lazily, because most sessions never search.
    const { indexTools } = await import('./rank-tools.js')
    known = { tools, index: indexTools(tools) }
    return known.index
  }
}
