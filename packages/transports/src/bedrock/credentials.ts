import { TransportError } from '@hermes/core'
import { cleanKey } from '../shared/request-head.js'

export interface AccessKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Session token. Required with temporary keys. */
  readonly sessionToken?: string
}

/**
 * AWS credentials: access keys, a profile from the AWS configuration files, or `default-chain`, which uses whatever the
 * SDK finds in the environment, in those files, or on the machine it runs on.
 */
export type BedrockCredentials = AccessKeys | { readonly profile: string } | 'default-chain'

export interface AuthOptions {
  readonly apiKey?: string
  readonly credentials?: BedrockCredentials
}

/** The part of the SDK's configuration that sets authentication. Declared here, because the SDK may not be installed. */
export interface AuthConfig {
  readonly token?: { readonly token: string }
  readonly authSchemePreference: string[]
  readonly profile?: string
  readonly credentials?: AccessKeys
}

/**
 * Configures authentication. Passes explicit credentials to the SDK, so that it reads the environment and files only if
 * a profile or `default-chain` was requested.
 * @throws {TransportError} `auth` when no credentials are set.
 */
export function authConfig({ apiKey, credentials }: AuthOptions): AuthConfig {
  const token = cleanKey(apiKey)
  if (token !== undefined) return { token: { token }, authSchemePreference: ['httpBearerAuth'] }
  if (credentials === undefined) {
    const advice = 'set AWS_BEARER_TOKEN_BEDROCK, or give AWS access keys or a profile'
    throw new TransportError('auth', `Amazon Bedrock asks for credentials and none are set: ${advice}.`)
  }
  const signed = { authSchemePreference: ['sigv4'] }
  if (credentials === 'default-chain') return signed
  if ('profile' in credentials) return { ...signed, profile: credentials.profile }
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  return { ...signed, credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
}
