import type { SessionId } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import type { StatusFacts } from '../../render/screen/status-facts.js'

export interface BackgroundSources {
  readonly processes: Pick<Runtime['processes'], 'list'>
  readonly subagents: Pick<Runtime['subagents'], 'of'>
}

/** Counts what runs in the background of a conversation. */
export function backgroundCounts(
  { processes, subagents }: BackgroundSources,
  id: SessionId,
): Pick<StatusFacts, 'processes' | 'subagents'> {
  return { processes: processes.list(id).length, subagents: subagents.of(id).length }
}
