import type { MemoryCallOptions } from '@hermes/core/extension'

/** What differs between the services: how a turn is kept, and how memories are found. */
export interface MemoryService {
  readonly id: string
  /** Resolves when the service is responsible for the turn. The same id again must add nothing. */
  keep(turn: ServiceTurn, options: MemoryCallOptions): Promise<void>
  /** Memories of this owner only, best first. */
  find(query: ServiceQuery, options: MemoryCallOptions): Promise<readonly FoundMemory[]>
}

/** All ids have letters, digits and `-` only, and at most 57 characters. */
export interface ServiceTurn {
  readonly id: string
  readonly owner: string
  readonly session: string
  readonly at: Date
  readonly user: string
  /** Absent for an entry of the memory files, which `user` is then. */
  readonly assistant?: string
  /** What the service has to return with each memory of the turn, if it can. */
  readonly labels: Readonly<Record<string, string>>
}

export interface ServiceQuery {
  readonly owner: string
  readonly text: string
  /** The most memories to return. */
  readonly limit: number
}

export interface FoundMemory {
  readonly text: string
  /** The labels of its turn, as far as the service returned them. */
  readonly labels?: unknown
}

/** The label with the id of the turn. */
export const turnLabel = 'hermes_turn'
/** The label with the origins of the turn. */
export const originsLabel = 'hermes_origins'
