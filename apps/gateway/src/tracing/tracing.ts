import type { Submission } from '@hermes/conversations'
import type { OpenHostOptions } from '@hermes/runtime'
import type { MiddlewareHandler } from 'hono'

/** The tracing of a gateway: its requests, its turns, and their model and tool calls. Disposing it exports the remaining spans. */
export interface Tracing extends AsyncDisposable {
  /** Traces each request as a part of its caller's trace. */
  readonly requests: MiddlewareHandler
  /** Makes the turn of an input a part of the request that submits it. Call it while the request is handled. */
  link(submission: Submission): void
  /** Traces the turns of an agent. */
  readonly wrapAgent: NonNullable<OpenHostOptions['wrapAgent']>
}
