import type { ModelOptions } from './agent.js'
import type { Transport } from './transport.js'

/**
 * The model for a side task: a summary, a title, a verdict, the description of a picture. Who has such a task takes one of
 * these, and need not know whether it is the model of the conversation or a cheaper one.
 *
 * The transport is complete: it tries again, goes on with another model and gives up by itself, after the task's own time.
 * `askOnce` makes one call of it.
 */
export interface AuxiliaryModel {
  readonly transport: Transport
  readonly model: ModelOptions
}
