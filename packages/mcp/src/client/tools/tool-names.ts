import { createHash } from 'node:crypto'

/** Maximum length of a name that providers accept. Longer names are cut. */
const longestName = 64

/**
 * Returns the names of a server's tools for models: `mcp_<server>_<tool>`. Characters other than letters, digits, `-`
 * and `_` become `_`. A name that is too long, or that another tool of the server has, ends in a part of its hash.
 */
export function toolNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const tool of tools) {
    const plain = plainName(server, tool)
    counts.set(plain, (counts.get(plain) ?? 0) + 1)
  }
  return new Map(
    tools.map((tool) => {
      const plain = plainName(server, tool)
      const isClear = counts.get(plain) === 1 && plain.length <= longestName
      return [tool, isClear ? plain : withHash(plain, tool)]
    }),
  )
}

function plainName(server: string, tool: string): string {
  return `mcp_${server}_${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, '_')
}

function withHash(name: string, tool: string): string {
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, 8)
  return `${name.slice(0, longestName - hash.length - 1)}_${hash}`
}
