import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '@hermes/core'
import type { TokenFamilies } from './fake-tokens.js'

/** How the user or the server reacts to a code. The last step is repeated. */
export type DeviceStep = 'pending' | 'slow-down' | 'denied' | 'expired' | 'busy' | 'approve'

export interface FakeAuthorizationOptions {
  /** One step for each poll of a device code. Default: confirmed immediately. */
  readonly device?: readonly DeviceStep[]
  /** Seconds between two polls. Default: 0.01. */
  readonly interval?: number
  /** Lifetime of a code in seconds. Default: 60. */
  readonly codeLifetime?: number
  /** The user's decision on the OpenRouter page. Default: yes. */
  readonly consent?: 'yes' | 'no'
  /** Lifetime of tokens in seconds. Default: an hour. */
  readonly tokenLifetime?: number
  /** The address of the Copilot subscription's API. */
  readonly copilotUrl?: string
  /** The server's clock. Default: this machine's. */
  readonly now?: () => number
}

/** One request to the server. */
export interface AuthorizationRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The form or JSON body. */
  readonly body: JsonObject
}

/** The context of a route. */
export interface AuthorizationState {
  readonly options: FakeAuthorizationOptions
  readonly families: TokenFamilies
  readonly now: () => number
  readonly issuer: () => string
  /** Returns the next step of the device flow. */
  step(): DeviceStep
  /** One-time codes with the challenges that they are bound to. */
  readonly codes: Map<string, string>
  /** GitHub tokens that can be exchanged for Copilot tokens. */
  readonly githubTokens: Set<string>
}
