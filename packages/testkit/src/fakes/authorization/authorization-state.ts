import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '@hermes/core'
import type { TokenFamilies } from './fake-tokens.js'

/** What the user does about a code, or what the server says meanwhile. The last one goes on for ever. */
export type DeviceStep = 'pending' | 'slow-down' | 'denied' | 'expired' | 'busy' | 'approve'

export interface FakeAuthorizationOptions {
  /** One for each time that the server is asked whether a code was confirmed. Default: confirmed at once. */
  readonly device?: readonly DeviceStep[]
  /** Seconds between two questions. Default 0.01. */
  readonly interval?: number
  /** How long a code is good, in seconds. Default 60. */
  readonly codeLifetime?: number
  /** What the user says on the page of OpenRouter. Default: yes. */
  readonly consent?: 'yes' | 'no'
  /** How long tokens last, in seconds. Default an hour. */
  readonly tokenLifetime?: number
  /** Where the subscription of Copilot is served. */
  readonly copilotUrl?: string
  /** The server's clock. Default: this machine's. */
  readonly now?: () => number
}

/** One question to the server. */
export interface AuthorizationRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The form or the JSON that was sent. */
  readonly body: JsonObject
}

/** What a route needs to know. */
export interface AuthorizationState {
  readonly options: FakeAuthorizationOptions
  readonly families: TokenFamilies
  readonly now: () => number
  readonly issuer: () => string
  /** The next step of the device flow. */
  step(): DeviceStep
  /** Codes that can be exchanged once, with the challenge that they are bound to. */
  readonly codes: Map<string, string>
  /** GitHub tokens that buy tokens of Copilot. */
  readonly githubTokens: Set<string>
}
