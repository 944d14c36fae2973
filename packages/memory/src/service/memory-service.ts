import type { MemoryCallOptions } from '@hermes/core/extension'

/** What differs between the services: how a turn is stored, and how memories are found. */
export interface MemoryService {
  readonly id: string
  /** Stores a turn. Resolves when the service is responsible for it. The same id again must add nothing. */
  keep(turn: ServiceTurn, options: MemoryCallOptions): Promise<void>
  /** Finds memories of this owner only, best first. */
  find(query: ServiceQuery, options: MemoryCallOptions): Promise<readonly FoundMemory[]>
}

/** A turn to store. All ids consist of letters, digits and `-`, at most 57 characters. */
export interface ServiceTurn {
  readonly id: string
  readonly owner: string
  readonly session: string
  readonly at: Date
  readonly user: string
  /** The answer. Absent for an entry of the memory files, whose text is `user`. */
  readonly assistant?: string
  /** Labels that the service must return with each memory of the turn, if it can. */
  readonly labels: Readonly<Record<string, string>>
}

export interface ServiceQuery {
  readonly owner: string
  readonly text: string
  /** Maximum number of memories to return. */
  readonly limit: number
}

export interface FoundMemory {
  readonly text: string
  /** The labels of the memory's turn, as far as the service returned them. */
  readonly labels?: unknown
}

/** The label with the id of the turn. */
export const turnLabel = 'hermes_turn'
/** The label with the origins of the turn. */
export const originsLabel = 'hermes_origins'
