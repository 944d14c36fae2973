import type { Tool } from '@hermes/core'
import type { ToolIndex } from './rank-tools.js'

export type IndexOf = (tools: readonly Tool[]) => Promise<ToolIndex>

/** The index of the last tools that were searched, until they are others. */
export function rememberIndex(): IndexOf {
  let known: { readonly tools: readonly Tool[]; readonly index: ToolIndex } | undefined
  return async (tools) => {
    const isSame = known?.tools.length === tools.length && known.tools.every((tool, at) => tool === tools[at])
    if (known && isSame) return known.index
    // Most sessions never search: they do not load the search either.
    const { indexTools } = await import('./rank-tools.js')
    known = { tools, index: indexTools(tools) }
    return known.index
  }
}
