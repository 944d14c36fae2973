import type { Agent, RunContext } from '@hermes/core'
import type { OutputSchema } from './output-schema.js'

/** A `leaf` does its task itself; an `orchestrator` may delegate parts of it. */
export type ChildRole = 'leaf' | 'orchestrator'

/** The task of one child. */
export interface ChildTask {
  /** Its index in the call. */
  readonly index: number
  readonly goal: string
  /** What the child must know. It sees nothing else of the conversation. */
  readonly context?: string
  /** The schema of its answer. */
  readonly output?: OutputSchema
  readonly request: ChildRequest
}

/** The requested properties of the agent for a task. */
export interface ChildRequest {
  readonly role: ChildRole
  /** The nesting depth: 1 for children of a user's run. */
  readonly depth: number
  /** Default: the toolsets of every child. */
  readonly toolsets?: readonly string[]
  /** Default: the model of every child. */
  readonly model?: string
  /** Another agent program, see {@link OtherAgent}. Default: an agent of this one's kind. */
  readonly agent?: string
}

/** An agent program that can do tasks with its own tools. */
export interface OtherAgent {
  readonly name: string
  /** What it is good at, for the model. */
  readonly description: string
}

/**
 * Returns the agent for a task. It must use the parent's store, because the child's session is linked to the parent's.
 * A {@link ConfigError} (unknown toolset, unknown provider) rejects the whole call before any child starts, and its
 * message goes to the model.
 */
export type AgentFor = (request: ChildRequest, parent: RunContext) => Agent | Promise<Agent>

/** Limits of delegation. */
export interface DelegateLimits {
  /** Maximum number of concurrent children per session, and of tasks per call. Default 3. */
  readonly maxConcurrent: number
  /** Maximum nesting depth. Default 1: children have no children. */
  readonly maxDepth: number
  /** Maximum number of model calls per child; 0 for only the limit of the whole run. Default 50. */
  readonly maxIterations: number
  /** How long a child may make no progress while no tool runs. Default 450,000 (7.5 minutes). */
  readonly idleMs: number
  /** The same while a tool runs. Default 1,200,000 (20 minutes). */
  readonly toolIdleMs: number
  /** How long a stalled child may take to end before it is abandoned. Default 120,000. */
  readonly stallGraceMs: number
  /** The same for a child whose parent was interrupted. Default 1,000. */
  readonly interruptGraceMs: number
  /** Maximum characters of all answers of one call. Default 60,000. */
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
