import type { Transport } from '../model/transport.js'
import type { ModelOptions } from './agent.js'

/**
 * The model for a side task: a summary, a title, a verdict, an image description. The caller does not need to know whether it is the
 * conversation's model or a cheaper one.
 *
 * The transport already contains retries, fallbacks and the task's timeout. Use `askOnce` to make a call.
 */
export interface AuxiliaryModel {
  readonly transport: Transport
  readonly model: ModelOptions
}
