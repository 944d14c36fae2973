import type { Agent, RunContext } from '@hermes/core'
import type { OutputSchema } from './output-schema.js'

/** Role of a child. A `leaf` does its task itself; an `orchestrator` may delegate parts of it. */
export type ChildRole = 'leaf' | 'orchestrator'

/** Task of one child. */
export interface ChildTask {
  /** Index of the task in the call. */
  readonly index: number
  readonly goal: string
  /** Information that the child needs. It sees nothing else of the conversation. */
  readonly context?: string
  /** Schema for the answer. */
  readonly output?: OutputSchema
  readonly request: ChildRequest
}

/** Requested properties of the agent for a task. */
export interface ChildRequest {
  readonly role: ChildRole
  /** Nesting depth: 1 for children of a user's run. */
  readonly depth: number
  /** Toolsets of the child. Default: the toolsets of every child. */
  readonly toolsets?: readonly string[]
  /** Model of the child. Default: the model of every child. */
  readonly model?: string
  /** Name of another agent program, see {@link OtherAgent}. Default: an agent of the same kind as the parent. */
  readonly agent?: string
}

/** Agent program that can do tasks with its own tools. */
export interface OtherAgent {
  readonly name: string
  /** Describes for the model what the agent is good at. */
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
  /** Maximum number of concurrent children per session, and of tasks per call. Default: 3. */
  readonly maxConcurrent: number
  /** Maximum nesting depth. Default: 1, so children have no children. */
  readonly maxDepth: number
  /** Maximum number of model calls per child. With 0, only the limit of the whole run applies. Default: 50. */
  readonly maxIterations: number
  /** How long a child may make no progress while no tool runs. Default: 450,000 (7.5 minutes). */
  readonly idleMs: number
  /** How long a child may make no progress while a tool runs. Default: 1,200,000 (20 minutes). */
  readonly toolIdleMs: number
  /** How long a stalled child may take to end before it is abandoned. Default: 120,000. */
  readonly stallGraceMs: number
  /** How long a child may take to end after its parent was interrupted. Default: 1,000. */
  readonly interruptGraceMs: number
  /** Maximum characters of all answers of one call. Default: 60,000. */
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
