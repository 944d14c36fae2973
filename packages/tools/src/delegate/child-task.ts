import type { Agent } from '@hermes/core'
import type { OutputSchema } from './output-schema.js'

/** A `leaf` does its task itself; an `orchestrator` may hand parts of it on. */
export type ChildRole = 'leaf' | 'orchestrator'

/** What one child is to do. */
export interface ChildTask {
  /** Its place in the call, from 0. */
  readonly index: number
  readonly goal: string
  /** What the child has to know: nothing else of the conversation reaches it. */
  readonly context?: string
  /** What its answer has to be. */
  readonly output?: OutputSchema
  readonly request: ChildRequest
}

/** What a call asks of the agent that does a task. */
export interface ChildRequest {
  readonly role: ChildRole
  /** How deep the child stands below the run that a user started: 1 for its children. */
  readonly depth: number
  /** Default: what every child gets. */
  readonly toolsets?: readonly string[]
  /** Default: what every child gets. */
  readonly model?: string
}

/**
 * Gives the agent that does a task: with the store of the parent, whose session the child's is linked to. A {@link ConfigError} (no such toolset, no such provider) refuses the whole call before
 * any child begins, and its sentence goes to the model.
 */
export type AgentFor = (request: ChildRequest) => Agent | Promise<Agent>

/** How children may be started. */
export interface DelegateLimits {
  /** Children of one session that run at the same time, and the tasks of one call. Default 3. */
  readonly maxConcurrent: number
  /** Levels of children below the run that a user started. Default 1: children have none of their own. */
  readonly maxDepth: number
  /** Model calls of one child; 0 for no limit but that of the whole run. Default 50. */
  readonly maxIterations: number
  /** How long a child may show no progress while no tool runs. Default 450,000 (7.5 minutes). */
  readonly idleMs: number
  /** The same while a tool runs. Default 1,200,000 (20 minutes). */
  readonly toolIdleMs: number
  /** How long a child that was stopped for that may take to end before it is left to itself. Default 120,000. */
  readonly stallGraceMs: number
  /** The same for a child whose parent was interrupted. Default 1,000. */
  readonly interruptGraceMs: number
  /** Characters of the answers of one call. Default 60,000. */
  readonly answerChars: number
}

export const defaultDelegateLimits: DelegateLimits = {
  maxConcurrent: 3,
  maxDepth: 1,
  maxIterations: 50,
  idleMs: 450_000,
  toolIdleMs: 1_200_000,
  stallGraceMs: 120_000,
  interruptGraceMs: 1_000,
  answerChars: 60_000,
}
