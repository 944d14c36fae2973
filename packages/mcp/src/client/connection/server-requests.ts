import type { RunContext } from '@hermes/core'
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
} from '@modelcontextprotocol/client'

/** What a server may ask its client for while one of its calls runs. Servers are not offered absent members. */
export interface ServerRequests {
  /** Asks a person for input. */
  elicit?(request: ElicitRequestParams, origin: RequestOrigin): Promise<ElicitResult>
  /** Asks a model. */
  sample?(request: CreateMessageRequestParams, origin: RequestOrigin): Promise<CreateMessageResult>
  /** Returns the folders that the server may work in. */
  roots?(): readonly string[]
}

/** The call during which a server asks. */
export interface RequestOrigin {
  readonly server: string
  readonly sessionId: string
  readonly signal: AbortSignal
  readonly run?: RunContext
}
