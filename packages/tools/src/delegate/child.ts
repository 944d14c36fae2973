import type { Agent, Session } from '@hermes/core'
import { ChildTally } from './child-tally.js'
import type { ChildTask } from './child-task.js'

/** Task with its session and its progress. */
export interface Child {
  readonly task: ChildTask
  readonly session: Session
  readonly tally: ChildTally
}

export function toChild(task: ChildTask, agent: Agent): Child {
  return { task, session: agent.session(), tally: new ChildTally() }
}
