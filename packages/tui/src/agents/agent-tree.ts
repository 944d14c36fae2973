import type { ResultOf } from '@hermes/rpc/schemas'

type Running = ResultOf<'delegation.status'>['subagents'][number]

/** A sub-agent in the list. One that has ended stays until the list is closed. */
export interface AgentRow extends Omit<Running, 'state'> {
  readonly state: Running['state'] | 'ended'
  readonly endedAtMs?: number
}

/** Returns the rows after the server was asked again. */
export function withRunning(rows: readonly AgentRow[], running: readonly Running[], nowMs: number): AgentRow[] {
  const known = new Set(rows.map(({ id }) => id))
  const current = new Map(running.map((row) => [row.id, row]))
  const kept = rows.map((row): AgentRow => {
    const now = current.get(row.id)
    return now ?? (row.state === 'ended' ? row : { ...row, state: 'ended', endedAtMs: nowMs })
  })
  return [...kept, ...running.filter(({ id }) => !known.has(id))]
}

export interface TreeRow {
  readonly agent: AgentRow
  /** The tree lines in front of the row. */
  readonly indent: string
}

/** Returns each sub-agent, followed by those that it started. */
export function treeOf(rows: readonly AgentRow[]): readonly TreeRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  const below = (parent: AgentRow, indent: string): TreeRow[] => {
    const children = rows.filter(({ parentId }) => parentId === parent.id)
    return children.flatMap((agent, index) => {
      const isLast = index === children.length - 1
      return [
        { agent, indent: `${indent}${isLast ? '└ ' : '├ '}` },
        ...below(agent, `${indent}${isLast ? '  ' : '│ '}`),
      ]
    })
  }
  const tops = rows.filter(({ parentId }) => !ids.has(parentId))
  return tops.flatMap((agent) => [{ agent, indent: '' }, ...below(agent, '')])
}
