import type { ContentOrigin } from '@hermes/core'
import { oneLine, withoutControls } from '@hermes/safety'

/** Maximum number of sources that are named, the newest first, because they are the most likely cause. */
const mostShown = 3
const longestName = 80

const descriptions: Readonly<Record<ContentOrigin['kind'], (name: string) => string>> = {
  owner: () => 'the owner',
  workspace: () => 'the workspace',
  person: (name) => (name ? `what ${name} wrote` : 'what other people wrote'),
  repository: (name) => (name ? `code of ${name}` : 'code of others'),
  web: (name) => (name ? `${name} (web)` : 'the web'),
  mail: (name) => (name ? `mail from ${name}` : 'mail'),
  mcp: (name) => (name ? `the MCP server ${name}` : 'an MCP server'),
  skill: (name) => (name ? `the skill ${name}` : 'a skill of others'),
  agent: (name) => (name ? `the agent ${name}` : 'another agent'),
  tool: (name) => (name ? `results of ${name}` : 'results of a tool'),
}

/** Names the sources in one line for people: `example.com (web), mail from ada@example.org and 2 others`. */
export function describeSources(sources: readonly ContentOrigin[]): string {
  const shown = sources.slice(-mostShown).map(describeOrigin)
  const left = sources.length - shown.length
  const parts = left > 0 ? [...shown, left === 1 ? '1 other source' : `${left} other sources`] : shown
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** Names one origin for people. Names may come from strangers: they are shown on one line, without control characters. */
export function describeOrigin({ kind, name = '' }: ContentOrigin): string {
  return descriptions[kind](oneLine(withoutControls(name), longestName))
}
